import { and, eq, exists, inArray, notInArray, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Database } from '#platform/postgres.ts'
import type { MailStatus } from './contract.ts'
import { changeCounts } from './counts.ts'
import { mailCounts, mails, suppressions } from './table.ts'

/** What has become of a campaign's mails. */
export interface CampaignMails {
  byStatus: Partial<Record<MailStatus, number>>
  opened: { at_least: number; at_most: number }
  clicked: { at_least: number; at_most: number }
  unsubscribed: number
}

const isOf = (campaignIds: string[]) =>
  and(inArray(mails.campaignId, campaignIds), eq(mails.kind, 'campaign'))

/** Whether nothing is to be sent to an address, as a condition of a query. */
export function isSuppressed(db: Database, emailKey: AnyPgColumn): SQL {
  return exists(db.select({ one: sql`1` }).from(suppressions).where(eq(suppressions.emailKey, emailKey)))
}

/** Whether a lead has been sent a campaign's mail or is about to be, as a condition of a query. */
export function wasWritten(db: Database, leadId: AnyPgColumn, campaignId: string): SQL {
  return exists(
    db
      .select({ one: sql`1` })
      .from(mails)
      .where(
        and(isOf([campaignId]), eq(mails.leadId, leadId), notInArray(mails.status, ['failed', 'suppressed'])),
      ),
  )
}

/** What has become of the mails of each campaign that has any. */
export async function countCampaignMails(
  db: Database,
  campaignIds: string[],
): Promise<Map<string, CampaignMails>> {
  const counts = new Map<string, CampaignMails>()
  const of = (id: string) => {
    const known = counts.get(id)
    if (known) return known
    const none = () => ({ at_least: 0, at_most: 0 })
    const made: CampaignMails = { byStatus: {}, opened: none(), clicked: none(), unsubscribed: 0 }
    counts.set(id, made)
    return made
  }
  if (campaignIds.length === 0) return counts
  const [statuses, unsubscribed] = await Promise.all([
    db
      .select({
        id: sql<string>`${mails.campaignId}`,
        status: mails.status,
        total: sql<number>`count(*)::int`,
        opened: sql<number>`(count(*) FILTER (WHERE ${mails.openVerdict} <> 'scanner'))::int`,
        openedByPeople: sql<number>`(count(*) FILTER (WHERE ${mails.openVerdict} = 'human'))::int`,
        clicked: sql<number>`(count(*) FILTER (WHERE ${mails.clickVerdict} <> 'scanner'))::int`,
        clickedByPeople: sql<number>`(count(*) FILTER (WHERE ${mails.clickVerdict} = 'human'))::int`,
      })
      .from(mails)
      .where(isOf(campaignIds))
      .groupBy(mails.campaignId, mails.status),
    db
      .select({ id: mailCounts.campaign, total: sql<number>`sum(${mailCounts.total})::int` })
      .from(mailCounts)
      .where(and(inArray(mailCounts.campaign, campaignIds), eq(mailCounts.event, 'unsubscribed')))
      .groupBy(mailCounts.campaign),
  ])
  for (const row of statuses) {
    const { byStatus, opened, clicked } = of(row.id)
    byStatus[row.status] = row.total
    opened.at_least += row.openedByPeople
    opened.at_most += row.opened
    clicked.at_least += row.clickedByPeople
    clicked.at_most += row.clicked
  }
  for (const { id, total } of unsubscribed) of(id).unsubscribed = total
  return counts
}

/** Whether a campaign has mails that are still to be sent. */
export async function hasOpenMails(db: Database, campaignId: string): Promise<boolean> {
  const rows = await db
    .select({ one: sql`1` })
    .from(mails)
    .where(and(isOf([campaignId]), inArray(mails.status, ['queued', 'sending'])))
    .limit(1)
  return rows.length > 0
}

/** Ends some mails of a cancelled campaign that nobody has begun to send; answers how many. */
export function holdBackMails(
  db: Database,
  campaignId: string,
  { now, limit }: { now: Date; limit: number },
): Promise<number> {
  return db.transaction(async (transaction) => {
    const some = transaction
      .select({ id: mails.id })
      .from(mails)
      .where(and(isOf([campaignId]), eq(mails.status, 'queued')))
      .limit(limit)
      .for('update', { skipLocked: true })
    const ended = await transaction
      .update(mails)
      .set({ status: 'suppressed', endedAt: now, response: 'cancelled' })
      .where(inArray(mails.id, some))
      .returning({
        kind: mails.kind,
        campaignId: mails.campaignId,
        language: mails.language,
        segment: mails.segment,
      })
    const groups = Map.groupBy(ended, ({ language, segment }) => `${language} ${segment}`)
    for (const [, group] of [...groups].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const [one] = group
      if (one) await changeCounts(transaction, one, [{ at: now, event: 'suppressed', by: group.length }])
    }
    return ended.length
  })
}
