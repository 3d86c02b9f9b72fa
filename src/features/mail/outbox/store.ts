import { and, asc, desc, eq, gt, inArray, lt, ne, notExists, sql } from 'drizzle-orm'
import type { MailKind, MailQuery } from '#features/mail/contract.ts'
import { type MailOrder, reasonsAgainst } from '#features/mail/model.ts'
import { mailEvents, mails, trackingEvents } from '#features/mail/table.ts'
import { containing } from '#platform/like-pattern.ts'
import type { Database } from '#platform/postgres.ts'
import { emailKeyOf } from '#shared/email-address.ts'

export type MailRow = typeof mails.$inferSelect
export type NewMail = MailOrder & { id: string }

// The most that go into one statement: more would be a statement of many megabytes.
const largestInsert = 1_000
/** JSON that PostgreSQL takes: it knows neither half a character nor NUL. */
function toJson(value: unknown): string {
  const json = JSON.stringify(value)
  // Either would be escaped in it. To look at every single string costs more than all the rest of ordering a mail.
  if (!/\\u(?:0000|d[89a-f])/i.test(json)) return json
  return JSON.stringify(value, (_, one) =>
    typeof one === 'string' ? one.toWellFormed().replaceAll('\0', '') : one,
  )
}

/** The queries on mails. Give it a transaction to make several of them one. */
export function createMailStore(db: Database) {
  return {
    /**
     * Adds mails, but for those whose cause has had one, and counts them. What is not to be sent to its address is
     * added as suppressed, so that its history says so.
     */
    async insertMany(orders: readonly NewMail[], now: Date): Promise<void> {
      for (let start = 0; start < orders.length; start += largestInsert) {
        const rows = orders.slice(start, start + largestInsert).map(({ to, ...order }) => ({
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
          variables: order.variables,
          action_url: order.actionUrl ?? null,
          due_at: order.dueAt ?? now,
          reasons: reasonsAgainst(order.kind),
        }))
        await db.execute(sql`
          WITH sent AS (
            SELECT *, EXISTS (
                SELECT 1 FROM mail_suppressions stop
                WHERE stop.email_key = one.email_key AND stop.reason = ANY (one.reasons)
              ) AS is_stopped
            FROM ROWS FROM (jsonb_to_recordset(${toJson(rows)}::jsonb) AS (
                id uuid, cause text, kind text, lead_id uuid, user_id uuid, campaign_id uuid, language text,
                segment text, to_email text, to_name text, email_key text, variables jsonb, action_url text,
                due_at timestamptz, reasons text[]
              )) WITH ORDINALITY AS one (id, cause, kind, lead_id, user_id, campaign_id, language, segment, to_email,
                to_name, email_key, variables, action_url, due_at, reasons, place)
          ), added AS (
            INSERT INTO mails (id, cause, kind, lead_id, user_id, campaign_id, language, segment, to_email, to_name,
              variables, action_url, due_at, status, ended_at, created_at)
            SELECT id, cause, kind, lead_id, user_id, campaign_id, language, segment, to_email, to_name,
              variables, action_url, due_at, CASE WHEN is_stopped THEN 'suppressed' ELSE 'queued' END,
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

    async update(id: string, changes: Partial<Omit<MailRow, 'id' | 'number'>>): Promise<void> {
      await db.update(mails).set(changes).where(eq(mails.id, id))
    },

    async find(id: string): Promise<MailRow | undefined> {
      const [row] = await db.select().from(mails).where(eq(mails.id, id))
      return row
    },

    /** The mail, which nobody else changes until the transaction ends. */
    async lock(id: string): Promise<MailRow | undefined> {
      const [row] = await db.select().from(mails).where(eq(mails.id, id)).for('update')
      return row
    },

    async findByCause(cause: string): Promise<MailRow | undefined> {
      const [row] = await db.select().from(mails).where(eq(mails.cause, cause))
      return row
    },

    /** Mails, newest first. Without `searchesAddresses` words are looked for in names only. */
    async list(
      { search, status, kind, campaign_id, lead_id, limit, offset }: MailQuery,
      { searchesAddresses }: { searchesAddresses: boolean },
    ) {
      const pattern = search && containing(search.toLowerCase())
      const condition = and(
        status && eq(mails.status, status),
        kind && eq(mails.kind, kind),
        campaign_id ? eq(mails.campaignId, campaign_id) : undefined,
        lead_id ? eq(mails.leadId, lead_id) : undefined,
        pattern ? sql`lower(${mails.toEmail} || ' ' || ${mails.toName}) LIKE ${pattern}` : undefined,
        pattern && !searchesAddresses ? sql`lower(${mails.toName}) LIKE ${pattern}` : undefined,
      )
      const [rows, total] = await Promise.all([
        db
          .select()
          .from(mails)
          .where(condition)
          .orderBy(desc(mails.createdAt), desc(mails.id))
          .limit(limit)
          .offset(offset),
        db.$count(mails, condition),
      ])
      return { rows, total }
    },

    /**
     * How many mails of some kinds an address was ordered since a moment. Others who count for it wait until the
     * transaction ends.
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

    listEvents: (mailId: string) =>
      db.select().from(mailEvents).where(eq(mailEvents.mailId, mailId)).orderBy(asc(mailEvents.at)),

    listTrackingEvents: (mailId: string) =>
      db
        .select()
        .from(trackingEvents)
        .where(eq(trackingEvents.mailId, mailId))
        .orderBy(asc(trackingEvents.at)),

    async addEvent(event: typeof mailEvents.$inferInsert): Promise<void> {
      await db.insert(mailEvents).values(event)
    },

    /**
     * How many mails to an address have come back for now since a moment, and after the last one that did not: one that
     * was sent before `settled` and of which nothing was heard.
     */
    async countSoftBounces(
      email: string,
      { since, settled }: { since: Date; settled: Date },
    ): Promise<number> {
      const ofAddress = eq(sql`lower(${mails.toEmail})`, emailKeyOf(email))
      const bounced = db
        .select({ id: mailEvents.mailId })
        .from(mailEvents)
        .where(and(eq(mailEvents.mailId, mails.id), eq(mailEvents.kind, 'soft_bounce')))
      const [arrived] = await db
        .select({ at: sql<Date | null>`max(${mails.sentAt})`.mapWith(mails.sentAt) })
        .from(mails)
        .where(and(ofAddress, eq(mails.status, 'sent'), lt(mails.sentAt, settled), notExists(bounced)))
      const [counted] = await db
        .select({ total: sql<number>`count(DISTINCT ${mails.id})::int` })
        .from(mailEvents)
        .innerJoin(mails, eq(mails.id, mailEvents.mailId))
        .where(
          and(
            ofAddress,
            eq(mailEvents.kind, 'soft_bounce'),
            gt(mailEvents.at, since),
            arrived?.at ? gt(mails.sentAt, arrived.at) : undefined,
          ),
        )
      return counted?.total ?? 0
    },
  }
}
export type MailStore = ReturnType<typeof createMailStore>
