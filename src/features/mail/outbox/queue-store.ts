import { randomUUID } from 'node:crypto'
import { and, eq, getTableColumns, gt, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import { type MailEventKind, mailKinds } from '#features/mail/contract.ts'
import { isAskedFor, reasonsAgainst } from '#features/mail/model.ts'
import { mails } from '#features/mail/table.ts'
import type { Database } from '#platform/postgres.ts'
import type { MailRow } from './store.ts'

/** What a process holds of a mail that it has taken: every later change of the mail needs the token. */
export interface Claim {
  id: string
  claim: string
}

/** A mail that this process has taken, and whether its address is suppressed for its kind. */
export type TakenMail = MailRow & Claim & { isSuppressed: boolean }

/**
 * A process that has not renewed the leases of its mails for so many seconds counts as dead. Only the database's clock
 * judges that: those of the processes may differ.
 */
const leaseSeconds = 60
/** How long a lease must still last when a mail is about to be sent. */
const reserveSeconds = 20
const secondsAgo = (seconds: number) => sql`now() - make_interval(secs => ${sql.raw(String(seconds))})`
const leaseStart = secondsAgo(leaseSeconds)

export type MailChanges = Partial<Omit<MailRow, 'id' | 'number'>>
interface Noted {
  now: Date
  event?: { kind: MailEventKind; response: string }
}

export interface MailQueueOptions {
  db: Database
  /** The ids of campaigns whose mails may be sent, as a subquery. */
  sendableCampaigns(): SQL
}

const askedFor = sql.raw(
  mailKinds
    .filter(isAskedFor)
    .map((kind) => `'${kind}'`)
    .join(', '),
)
const suppressingPairs = sql.raw(
  mailKinds.flatMap((kind) => reasonsAgainst(kind).map((reason) => `('${kind}', '${reason}')`)).join(', '),
)
const isSuppressed = sql<boolean>`EXISTS (
  SELECT FROM mail_suppressions stop
  WHERE stop.email_key = lower(mails.to_email) AND (mails.kind, stop.reason) IN (${suppressingPairs}))`

/**
 * Whether no earlier mail to the same address is still open: being sent, waiting for a retry, or due as well. A mail that
 * its reader asked for waits only for other mails that its reader asked for.
 */
const isNext = (now: Date, sendableCampaigns: MailQueueOptions['sendableCampaigns']) => sql`NOT EXISTS (
  SELECT 1 FROM mails earlier
  WHERE lower(earlier.to_email) = lower(mails.to_email) AND earlier.number < mails.number
    AND earlier.status IN ('queued', 'sending')
    AND (earlier.status = 'sending' OR earlier.attempts > 0 OR earlier.due_at <= ${now})
    AND (mails.kind NOT IN (${askedFor}) OR earlier.kind IN (${askedFor}))
    AND (earlier.status = 'sending' OR earlier.kind <> 'campaign'
      OR EXISTS (SELECT FROM (${sendableCampaigns()}) sendable WHERE sendable.id = earlier.campaign_id)))`

/** The queries of the sender: it takes due mails, each for one process, and stores their outcomes. */
export function createMailQueue({ db, sendableCampaigns }: MailQueueOptions) {
  return {
    /** Whether a mail may be due, or a lease has expired. */
    hasWork: (now: Date): SQL => sql`(
      EXISTS (SELECT FROM mails WHERE status = 'queued' AND kind <> 'campaign' AND due_at <= ${now})
      OR EXISTS (SELECT FROM (${sendableCampaigns()}) sendable JOIN mails ON mails.campaign_id = sendable.id
        WHERE mails.status = 'queued' AND mails.kind = 'campaign' AND mails.due_at <= ${now})
      OR EXISTS (SELECT FROM mails WHERE status = 'sending' AND taken_at < ${leaseStart}))`,

    /** Takes the mail that has been due for longest for this process; campaigns come after all others. */
    async takeDue(now: Date): Promise<TakenMail | undefined> {
      const own = sql`
        SELECT mails.id FROM mails
        WHERE mails.status = 'queued' AND mails.kind <> 'campaign' AND mails.due_at <= ${now} AND ${isNext(now, sendableCampaigns)}
        ORDER BY mails.due_at, mails.number LIMIT 1 FOR UPDATE OF mails SKIP LOCKED`
      const ofCampaigns = sql`
        SELECT due.id FROM (${sendableCampaigns()}) sendable CROSS JOIN LATERAL (
          SELECT mails.id, mails.due_at FROM mails
          WHERE mails.campaign_id = sendable.id AND mails.status = 'queued' AND mails.kind = 'campaign'
            AND mails.due_at <= ${now} AND ${isNext(now, sendableCampaigns)}
          ORDER BY mails.due_at, mails.number LIMIT 1 FOR UPDATE OF mails SKIP LOCKED
        ) due
        ORDER BY due.due_at LIMIT 1`
      const claim = randomUUID()
      const [row] = await db
        .update(mails)
        .set({ status: 'sending', takenAt: sql`now()`, claim })
        .where(sql`${mails.id} = coalesce((${own}), (${ofCampaigns}))`)
        .returning({ ...getTableColumns(mails), isSuppressed })
      return row && { ...row, claim }
    },

    /**
     * Gives back mails whose lease has expired: their process has died or is suspended. They keep its token, so that it may
     * still mark as sent what nobody else has taken yet.
     */
    async releaseExpiredLeases(): Promise<void> {
      await db
        .update(mails)
        .set({ status: 'queued', takenAt: null })
        .where(and(eq(mails.status, 'sending'), lt(mails.takenAt, leaseStart)))
    },

    /** Renews the leases of mails in progress that this process still holds. */
    async renewLeases(claims: readonly Claim[]): Promise<void> {
      if (claims.length === 0) return
      await db
        .update(mails)
        .set({ takenAt: sql`now()` })
        .where(or(...claims.map(isHeldBy)))
    },

    /** Whether this process still holds a mail, and will for some seconds. */
    async isHeld(mail: Claim): Promise<boolean> {
      const rows = await db
        .select({ one: sql`1` })
        .from(mails)
        .where(and(isHeldBy(mail), gt(mails.takenAt, secondsAgo(leaseSeconds - reserveSeconds))))
      return rows.length > 0
    },

    /**
     * Stores a mail's content and the targets of its links, before it is sent. Returns whether this process still holds
     * the mail.
     */
    async storeContent(mail: Claim, content: Partial<Pick<MailRow, 'links' | 'raw'>>): Promise<boolean> {
      const rows = await db.update(mails).set(content).where(isHeldBy(mail)).returning({ id: mails.id })
      return rows.length > 0
    },

    finish: (mail: Claim, changes: MailChanges, noted: Noted) => finish(db, mail, changes, noted),
  }
}
export type MailQueue = ReturnType<typeof createMailQueue>

const isHeldBy = ({ id, claim }: Claim) =>
  and(eq(mails.id, id), eq(mails.claim, claim), eq(mails.status, 'sending'))

/**
 * Changes a mail that is being sent, and counts its new status, in one statement. Does nothing, and returns false, when it
 * was erased or another process has taken it.
 */
async function finish(
  db: Database,
  { id, claim }: Claim,
  changes: MailChanges,
  { now, event }: Noted,
): Promise<boolean> {
  const update = db
    .update(mails)
    .set({ takenAt: null, claim: null, ...changes })
    .where(and(eq(mails.id, id), eq(mails.claim, claim), inArray(mails.status, ['sending', 'queued'])))
    .returning()
  const noteEvent = event
    ? sql`noted AS (
        INSERT INTO mail_events (mail_id, at, kind, response)
        SELECT id, ${now}::timestamptz, ${event.kind}::text, ${event.response}::text FROM finished
      ),`
    : sql``
  const { rows } = await db.execute<{ id: string }>(sql`
    WITH finished AS (${update.getSQL()}), ${noteEvent} counted AS (
      INSERT INTO mail_counts (day, event, kind, campaign, language, segment, total)
      SELECT (${now}::timestamptz AT TIME ZONE 'UTC')::date, status, kind, coalesce(campaign_id::text, ''), language,
        coalesce(segment, ''), 1
      FROM finished WHERE status <> 'queued'
      ON CONFLICT (day, event, kind, campaign, language, segment)
      DO UPDATE SET total = mail_counts.total + excluded.total
    )
    SELECT id FROM finished`)
  return rows.length > 0
}
