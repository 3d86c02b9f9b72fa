import { masterKeySeeds } from '#features/signatures/keys/master-key-store.ts'

/** What signatures store encrypted. */
export const encryptedSignatureRows = [masterKeySeeds]
