import type { BackupPart, FindDeleted } from '#feature.ts'
import { removeDeleted, takeOver } from '#platform/database/restored-rows.ts'
import { webhooks } from './table.ts'

/**
 * What was announced is not announced again. Webhooks of the backup keep the secrets and the state of now; those that were deleted
 * since stay deleted.
 */
export function createWebhookBackup(findDeleted: FindDeleted): BackupPart {
  return {
    emptied: ['webhook_messages', 'webhook_deliveries', 'webhook_attempts'],
    compared: ['webhooks'],
    async keep(transaction) {
      await removeDeleted(transaction, webhooks, findDeleted)
      await takeOver(transaction, webhooks)
    },
  }
}
