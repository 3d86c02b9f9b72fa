import { masterKeySeeds } from '#features/signatures/keys/master-key-store.ts'
import { documentKeys } from '#features/signatures/pdf/key-store.ts'

/** What signatures store encrypted. */
export const encryptedSignatureRows = [masterKeySeeds, documentKeys]
