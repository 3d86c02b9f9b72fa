import { and, eq, exists, inArray, isNull, notInArray, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { MailStatus } from '#features/mail/contract.ts'
import { changeCountsOfAll } from '#features/mail/metrics/count-store.ts'
import { mailCounts, mails, suppressions } from '#features/mail/table.ts'
import type { Database } from '#platform/postgres.ts'

/** The counts of a campaign's mails by status. */
export interface CampaignMails {
  byStatus: Partial<Record<MailStatus, number>>
  opened: { at_least: number; at_most: number }
  clicked: { at_least: number; at_most: number }
  unsubscribed: number
}

const isOf = (campaignIds: string[]) =>
  and(inArray(mails.campaignId, campaignIds), eq(mails.kind, 'campaign'))

/** Whether an address is suppressed for any reason, as a condition of a query. */
export function isSuppressed(db: Database, emailKey: AnyPgColumn): SQL {
  return exists(db.select({ one: sql`1` }).from(suppressions).where(eq(suppressions.emailKey, emailKey)))
}

/** Whether a campaign's mail to a lead was sent or is queued, as a condition of a query. */
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

/**
 * Whether a campaign's mail reached a lead who, as far as can be known, has neither opened it nor followed a link, as a
 * condition of a query. An open that may have been a person's counts as one.
 */
export function wasLeftUnopened(db: Database, leadId: AnyPgColumn, campaignId: string): SQL {
  const isUnseen = (verdict: AnyPgColumn) => or(isNull(verdict), eq(verdict, 'scanner'))
  return exists(
    db
      .select({ one: sql`1` })
      .from(mails)
      .where(
        and(
          isOf([campaignId]),
          eq(mails.leadId, leadId),
          eq(mails.status, 'sent'),
          isUnseen(mails.openVerdict),
          isUnseen(mails.clickVerdict),
        ),
      ),
  )
}

/**
 * The counts of each campaign's mails, from the daily counts, so that the cost does not depend on the number of mails.
 * Counts of erased leads stay.
 */
export async function countCampaignMails(
  db: Database,
  campaignIds: string[],
): Promise<Map<string, CampaignMails>> {
  if (campaignIds.length === 0) return new Map()
  const rows = await db
    .select({
      id: mailCounts.campaign,
      event: mailCounts.event,
      total: sql<number>`sum(${mailCounts.total})::int`,
    })
    .from(mailCounts)
    .where(and(inArray(mailCounts.campaign, campaignIds), eq(mailCounts.kind, 'campaign')))
    .groupBy(mailCounts.campaign, mailCounts.event)
  const counts = Map.groupBy(rows, ({ id }) => id)
  return new Map([...counts].map(([id, events]) => [id, describeCounts(events)]))
}

function describeCounts(events: { event: string; total: number }[]): CampaignMails {
  const totals = new Map(events.map(({ event, total }) => [event, total]))
  const of = (event: string) => totals.get(event) ?? 0
  const range = (hit: 'open' | 'click') => ({
    at_least: of(`${hit}:human`),
    at_most: of(`${hit}:human`) + of(`${hit}:privacy_proxy`) + of(`${hit}:unknown`),
  })
  const [outbox, failed, bounced, suppressed] = [of('outbox'), of('failed'), of('bounced'), of('suppressed')]
  return {
    byStatus: {
      queued: of('queued') - of('sent') - outbox - failed - suppressed,
      // A bounced mail was sent before.
      sent: of('sent') - bounced,
      ...{ outbox, failed, bounced, suppressed },
    },
    opened: range('open'),
    clicked: range('click'),
    unsubscribed: of('unsubscribed'),
  }
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

/** Ends some waiting mails of a cancelled campaign; returns how many. */
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
    await changeCountsOfAll(transaction, ended, { at: now, event: 'suppressed' })
    return ended.length
  })
}

/**
 * Spreads the waiting mails of a paced campaign again, from now on, when some of them are due since before `lateSince`;
 * returns how many. Retries that are not due yet keep their time.
 */
export async function spreadLateMails(
  db: Database,
  campaignId: string,
  { now, lateSince, gapMs }: { now: Date; lateSince: Date; gapMs: number },
): Promise<number> {
  const isWaiting = sql`campaign_id = ${campaignId} AND kind = 'campaign' AND status = 'queued'`
  const { rows } = await db.execute<{ id: string }>(sql`
    UPDATE mails SET due_at = ${now}::timestamptz + make_interval(secs => ranked.place * ${gapMs / 1000}::float8)
    FROM (
      SELECT id, row_number() OVER (ORDER BY due_at, number) - 1 AS place FROM mails
      WHERE ${isWaiting} AND (attempts = 0 OR due_at <= ${now}::timestamptz)
    ) ranked
    WHERE mails.id = ranked.id AND mails.status = 'queued'
      AND EXISTS (SELECT FROM mails WHERE ${isWaiting} AND due_at <= ${lateSince}::timestamptz)
    RETURNING mails.id`)
  return rows.length
}
