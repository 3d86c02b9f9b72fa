import { sql } from 'drizzle-orm'
import type { BackupPart } from '#feature.ts'
import { bringBack, existsBefore, rowsOfNow, takeOver } from '#platform/database/restored-rows.ts'
import type { Database } from '#platform/postgres.ts'
import { campaigns } from './table.ts'

/** Campaigns that have started since go on from where they are; the mails that they have sent need them. */
export async function keepStartedCampaigns(transaction: Database): Promise<void> {
  const hasStarted = sql`${campaigns.startedAt} IS NOT NULL`
  await takeOver(transaction, campaigns, { where: hasStarted })
  await bringBack(transaction, campaigns, { where: hasStarted })
  // Of the others, whether and when they are sent is as it was before.
  await takeOver(transaction, campaigns, { columns: [campaigns.status, campaigns.dueAt, campaigns.throttle] })
}

/** A campaign of which nothing is known but what the backup says is not sent by itself. */
export const campaignBackup: BackupPart = {
  compared: ['campaigns'],
  async keep(transaction, { sendsAgain }) {
    if (sendsAgain) return
    await transaction.execute(sql`
      UPDATE ${rowsOfNow(campaigns)} SET updated_at = now(),
        status = CASE now.status WHEN 'scheduled' THEN 'draft' ELSE 'paused' END,
        due_at = CASE now.status WHEN 'scheduled' THEN NULL ELSE now.due_at END
      WHERE now.status IN ('scheduled', 'preparing', 'sending') AND NOT ${existsBefore(campaigns)}`)
  },
}
