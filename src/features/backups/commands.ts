import { proofKeys } from '#features/backups/making/proof-key-store.ts'
import type { EncryptedRows } from '#platform/secrets/encrypted-rows.ts'

/** What backups store encrypted, for `npm run admin -- rotate-keys`. */
export const encryptedBackupRows: readonly EncryptedRows[] = [proofKeys]
