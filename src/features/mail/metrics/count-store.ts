import { sql } from 'drizzle-orm'
import { mailCounts, type mails } from '#features/mail/table.ts'
import type { Database } from '#platform/postgres.ts'

/** A change of the count of an event on the day of a moment. */
export interface CountChange {
  at: Date
  event: string
  by: number
}

/** The properties of a mail by which it is counted. */
type Counted = Pick<typeof mails.$inferSelect, 'kind' | 'campaignId' | 'language' | 'segment'>

/** Counts an event once for each of several mails. */
export async function changeCountsOfAll(
  transaction: Database,
  several: readonly Counted[],
  { at, event }: Pick<CountChange, 'at' | 'event'>,
): Promise<void> {
  const groups = Map.groupBy(several, ({ kind, campaignId, language, segment }) =>
    [kind, campaignId ?? '', language, segment ?? ''].join(' '),
  )
  // Always in the same order, so that two processes cannot deadlock.
  for (const [, group] of [...groups].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const [one] = group
    if (one) await changeCounts(transaction, one, [{ at, event, by: group.length }])
  }
}

/** Changes the daily counts of a mail. Changes that cancel each other out write nothing. */
export async function changeCounts(
  transaction: Database,
  mail: Counted,
  changes: readonly CountChange[],
): Promise<void> {
  const sums = new Map<string, number>()
  for (const { at, event, by } of changes) {
    const key = `${at.toISOString().slice(0, 10)} ${event}`
    sums.set(key, (sums.get(key) ?? 0) + by)
  }
  const { kind, language } = mail
  const rows = [...sums]
    .filter(([, total]) => total !== 0)
    // Always in the same order, so that two processes cannot deadlock.
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, total]) => {
      const [day = '', event = ''] = key.split(' ')
      return {
        day,
        event,
        kind,
        campaign: mail.campaignId ?? '',
        language,
        segment: mail.segment ?? '',
        total,
      }
    })
  if (rows.length === 0) return
  await transaction
    .insert(mailCounts)
    .values(rows)
    .onConflictDoUpdate({
      target: [
        mailCounts.day,
        mailCounts.event,
        mailCounts.kind,
        mailCounts.campaign,
        mailCounts.language,
        mailCounts.segment,
      ],
      set: { total: sql`${mailCounts.total} + excluded.total` },
    })
}
