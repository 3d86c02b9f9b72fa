import { sql } from 'drizzle-orm'
import type { BackupPart } from '#feature.ts'
import { bringBack, takeOver } from '#platform/database/restored-rows.ts'
import { notificationMailing, notificationReceipts } from './table.ts'

/** What users have read or got by mail since is not sent to them once more; nor is what was pending at the time of the backup. */
export const notificationBackup: BackupPart = {
  compared: ['notification_receipts', 'notification_mailing'],
  async keep(transaction, { sendsAgain }) {
    for (const table of [notificationReceipts, notificationMailing]) {
      await takeOver(transaction, table)
      await bringBack(transaction, table)
    }
    if (sendsAgain) return
    // Only what is newer than two days is ever sent.
    await transaction.execute(sql`
      INSERT INTO notification_receipts (user_id, notification_id, mailed_at)
      SELECT mailing.user_id, told.id, now() FROM notification_mailing mailing CROSS JOIN notifications told
      WHERE told.at > now() - interval '3 days'
      ON CONFLICT (user_id, notification_id) DO UPDATE SET mailed_at = coalesce(notification_receipts.mailed_at, now())`)
  },
}
