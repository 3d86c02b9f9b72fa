import { sql } from 'drizzle-orm'
import type { BackupPart, FindDeleted } from '#feature.ts'
import { existsBefore, rowsOfNow, takeOver } from '#platform/database/restored-rows.ts'
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
      const { rows } = await transaction.execute<{ id: string }>(
        sql`SELECT now.id FROM ${rowsOfNow(webhooks)} WHERE NOT ${existsBefore(webhooks)}`,
      )
      const ids = rows.map(({ id }) => id)
      const deleted = await findDeleted(transaction, 'webhooks', ids)
      await transaction.execute(sql`DELETE FROM webhooks WHERE id = ANY (${sql.param(deleted)}::uuid[])`)
      await takeOver(transaction, webhooks)
    },
  }
}
