import { sql } from 'drizzle-orm'
import { changeCountsOfAll } from '#features/mail/metrics/count-store.ts'
import {
  campaignLinks,
  mailCounts,
  mailEvents,
  mails,
  suppressions,
  trackingEvents,
} from '#features/mail/table.ts'
import { bringBack, existsBefore, rowsOfNow, takeOver } from '#platform/database/restored-rows.ts'
import type { Database } from '#platform/postgres.ts'

/** What explains a mail that waited in a backup and is not sent. */
export const restoredResponse = 'restored'

/** The queries with which mails and suppressions outlive a restore. */
export function createMailRestoringStore(transaction: Database) {
  return {
    /** Whoever wants no mails, or cannot get any, gets none: every reason that there is or was stays. */
    async keepSuppressions(): Promise<void> {
      await bringBack(transaction, suppressions)
    },

    /** What was sent since stays with what is known of it, so that it is not sent again; its links and counts stay, too. */
    async keepSent(): Promise<void> {
      await bringBack(transaction, campaignLinks)
      await takeOver(transaction, mails)
      await bringBack(transaction, mails, {
        where: sql`${mails.status} NOT IN ('queued', 'sending') OR ${mails.campaignId} IS NOT NULL`,
      })
      await bringBack(transaction, mailEvents)
      await bringBack(transaction, trackingEvents)
      await bringBack(transaction, mailCounts)
      await takeOver(transaction, mailCounts, { where: sql`${mailCounts.total} > now.total` })
    },

    /** Ends the mails that wait in the backup and of which nothing else is known: they may have been sent since. */
    async endWaiting(now: Date): Promise<void> {
      const unknown = sql`SELECT now.id FROM ${rowsOfNow(mails)}
        WHERE now.status IN ('queued', 'sending') AND NOT ${existsBefore(mails)}`
      const ended = await transaction
        .update(mails)
        .set({ status: 'suppressed', endedAt: now, response: restoredResponse })
        .where(sql`${mails.id} IN (${unknown})`)
        .returning({
          ...{ kind: mails.kind, campaignId: mails.campaignId },
          ...{ language: mails.language, segment: mails.segment },
        })
      await changeCountsOfAll(transaction, ended, { at: now, event: 'suppressed' })
    },
  }
}
