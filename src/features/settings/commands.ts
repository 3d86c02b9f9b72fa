import { settingSecrets } from './store.ts'

/** What settings store encrypted. */
export const encryptedSettingRows = [settingSecrets]
