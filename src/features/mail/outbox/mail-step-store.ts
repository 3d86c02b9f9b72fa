import { and, eq, exists, gte, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { mailKinds } from '#features/mail/contract.ts'
import { isAskedFor, type MailStep } from '#features/mail/model.ts'
import { mails } from '#features/mail/table.ts'
import type { Database } from '#platform/postgres.ts'

/** The mails that are a step: those that were sent, without those that somebody asked for. */
const wasSent = () =>
  and(
    isNotNull(mails.sentAt),
    inArray(
      mails.kind,
      mailKinds.filter((kind) => !isAskedFor(kind)),
    ),
  )

/**
 * How far the mails since a day have come with each lead, as a subquery: `lead_id`, when the first one was sent (`sent_at`), and
 * when a person first opened one (`opened_at`) and followed a link (`clicked_at`), as far as can be known. Who clicked has opened.
 */
export function stepsOfLeads(since: Date): SQL {
  const opened = sql`CASE WHEN ${mails.openVerdict} = 'human' THEN ${mails.openedAt} END`
  const clicked = sql`CASE WHEN ${mails.clickVerdict} = 'human' THEN ${mails.clickedAt} END`
  return sql`(
    SELECT ${mails.leadId} AS lead_id, min(${mails.sentAt}) AS sent_at,
      min(least(${opened}, ${clicked})) AS opened_at, min(${clicked}) AS clicked_at
    FROM ${mails}
    WHERE ${and(isNotNull(mails.leadId), wasSent(), gte(mails.createdAt, since))}
    GROUP BY ${mails.leadId})`
}

/** Whether the mails have come so far with a lead, as a condition of a query: the same as `stepsOfLeads`. */
export function haveReached(db: Database, leadId: AnyPgColumn, step: MailStep): SQL {
  const clicked = eq(mails.clickVerdict, 'human')
  const isStep = { sent: undefined, opened: or(eq(mails.openVerdict, 'human'), clicked), clicked }[step]
  return exists(
    db
      .select({ one: sql`1` })
      .from(mails)
      .where(and(eq(mails.leadId, leadId), wasSent(), isStep)),
  )
}
