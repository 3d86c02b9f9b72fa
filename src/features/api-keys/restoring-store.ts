import type { BackupPart } from '#feature.ts'
import { takeOver } from '#platform/database/restored-rows.ts'
import { apiKeys } from './table.ts'

/** Keys that were revoked since stay revoked; those made since are gone. */
export const apiKeyBackup: BackupPart = {
  compared: ['api_keys'],
  keep: (transaction) => takeOver(transaction, apiKeys),
}
