import { documentKeys } from '#features/signatures/pdf/key-store.ts'

/** What signatures store encrypted. */
export const encryptedSignatureRows = [documentKeys]
