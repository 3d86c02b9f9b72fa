import { and, eq, gt, inArray, ne, sql } from 'drizzle-orm'
import type { MailKind } from '#features/mail/contract.ts'
import { type MailOrder, reasonsAgainst } from '#features/mail/model.ts'
import { mails } from '#features/mail/table.ts'
import type { Database } from '#platform/postgres.ts'
import { emailKeyOf } from '#shared/email-address.ts'
import { mailSearchTextOf } from './mail-search-text.ts'

export type NewMail = MailOrder & { id: string }

/** The most mails of one statement, so that it stays below a few megabytes. */
const largestInsert = 1_000

/** JSON that PostgreSQL stores: it refuses NUL and unpaired surrogates. */
function toJson(value: unknown): string {
  const json = JSON.stringify(value)
  // `stringify` escapes both, so most orders need no second, slower pass.
  if (!/\\u(?:0000|d[89a-f])/i.test(json)) return json
  return JSON.stringify(value, (_, one) =>
    typeof one === 'string' ? one.toWellFormed().replaceAll('\0', '') : one,
  )
}

/** A mail as the statement that adds it reads it. */
function toRow({ to, ...order }: NewMail, now: Date) {
  return {
    id: order.id,
    cause: order.cause,
    kind: order.kind,
    lead_id: to.leadId ?? null,
    user_id: to.userId ?? null,
    campaign_id: order.campaignId ?? null,
    language: to.language,
    segment: to.segment ?? null,
    to_email: to.email,
    to_name: to.name,
    email_key: emailKeyOf(to.email),
    search_text: mailSearchTextOf(to.name, to.email),
    variables: order.variables,
    action_url: order.actionUrl ?? null,
    due_at: order.dueAt ?? now,
    reasons: reasonsAgainst(order.kind),
  }
}

/** The queries that order mails. Give it a transaction to make several of them one. */
export function createOrderStore(db: Database) {
  return {
    /**
     * Adds and counts mails, except those whose cause has a mail already. A mail to a suppressed address is added with
     * that status, so that its history shows it.
     */
    async insertMany(orders: readonly NewMail[], now: Date): Promise<void> {
      for (let start = 0; start < orders.length; start += largestInsert) {
        const rows = orders.slice(start, start + largestInsert).map((order) => toRow(order, now))
        await db.execute(sql`
          WITH sent AS (
            SELECT *, EXISTS (
                SELECT 1 FROM mail_suppressions stop
                WHERE stop.email_key = one.email_key AND stop.reason = ANY (one.reasons)
              ) AS is_stopped
            FROM ROWS FROM (jsonb_to_recordset(${toJson(rows)}::jsonb) AS (
                id uuid, cause text, kind text, lead_id uuid, user_id uuid, campaign_id uuid, language text,
                segment text, to_email text, to_name text, email_key text, search_text text, variables jsonb,
                action_url text, due_at timestamptz, reasons text[]
              )) WITH ORDINALITY AS one (id, cause, kind, lead_id, user_id, campaign_id, language, segment, to_email,
                to_name, email_key, search_text, variables, action_url, due_at, reasons, place)
          ), added AS (
            INSERT INTO mails (id, cause, kind, lead_id, user_id, campaign_id, language, segment, to_email, to_name,
              search_text, variables, action_url, due_at, status, ended_at, created_at)
            SELECT id, cause, kind, lead_id, user_id, campaign_id, language, segment, to_email, to_name,
              search_text, variables, action_url, due_at, CASE WHEN is_stopped THEN 'suppressed' ELSE 'queued' END,
              CASE WHEN is_stopped THEN ${now}::timestamptz END, ${now}::timestamptz
            FROM sent ORDER BY place
            ON CONFLICT (cause) DO NOTHING
            RETURNING status, kind, campaign_id, language, segment
          )
          INSERT INTO mail_counts (day, event, kind, campaign, language, segment, total)
          SELECT (${now}::timestamptz AT TIME ZONE 'UTC')::date, event, kind, coalesce(campaign_id::text, ''), language,
            coalesce(segment, ''), count(*)
          FROM added, unnest(CASE status WHEN 'queued' THEN ARRAY['queued'] ELSE ARRAY['queued', 'suppressed'] END)
            AS counted (event)
          GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6
          ON CONFLICT (day, event, kind, campaign, language, segment)
          DO UPDATE SET total = mail_counts.total + excluded.total`)
      }
    },

    /**
     * How many mails of some kinds were ordered for an address since a moment. Other transactions that count for the same
     * address wait until this one ends.
     */
    async countMails(
      email: string,
      { kinds, since, exceptCause }: { kinds: readonly MailKind[]; since: Date; exceptCause: string },
    ): Promise<number> {
      const key = emailKeyOf(email)
      await db.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`link mails ${key}`}, 0))`)
      return db.$count(
        mails,
        and(
          eq(sql`lower(${mails.toEmail})`, key),
          inArray(mails.kind, [...kinds]),
          gt(mails.createdAt, since),
          ne(mails.cause, exceptCause),
        ),
      )
    },
  }
}
