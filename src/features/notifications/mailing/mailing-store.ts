import { type SQL, sql } from 'drizzle-orm'
import type { Scope } from '#features/notifications/store.ts'
import { notificationMailing } from '#features/notifications/table.ts'
import type { Database } from '#platform/postgres.ts'

/** What happened before then is old news, in milliseconds. */
const newsFor = 48 * 3_600_000

export interface MailingState {
  userId: string
  dailyAt: Date | null
  quietUntil: Date | null
}

/** A notification that a user is to get by mail. */
export interface PendingRow {
  id: string
  number: number
  type: string
  data: unknown
  count: number
}

const time = (moment: Date) => sql`${moment.toISOString()}::timestamptz`
const newsSince = (now: Date) => new Date(now.getTime() - newsFor)

/** What users in their scopes have neither read nor got by mail. */
function pending(scopes: readonly Scope[], now: Date): SQL {
  const rows = scopes.map(({ userId, types, since }) => ({ user_id: userId, types, since }))
  return sql`
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS scope (user_id uuid, types text[], since timestamptz)
    JOIN notifications told ON told.type = ANY (scope.types)
    LEFT JOIN notification_receipts receipt ON receipt.notification_id = told.id AND receipt.user_id = scope.user_id
    WHERE told.at >= greatest(scope.since, ${time(newsSince(now))})
      AND (told.user_id IS NULL OR told.user_id = scope.user_id)
      AND (told.actor_id IS NULL OR told.actor_id <> scope.user_id)
      AND (told.grows_until IS NULL OR told.grows_until <= ${time(now)})
      AND receipt.read_at IS NULL AND receipt.mailed_at IS NULL`
}

/** The queries of mails about notifications. */
export function createMailingStore(db: Database) {
  return {
    /** Whether something has happened of late. */
    hasNews: (now: Date): SQL => sql`EXISTS (SELECT FROM notifications WHERE at >= ${time(newsSince(now))})`,

    listStates: (): Promise<MailingState[]> => db.select().from(notificationMailing),

    /** The users among some for whom something is pending. */
    async listWithPending(scopes: readonly Scope[], now: Date): Promise<string[]> {
      if (scopes.length === 0) return []
      const { rows } = await db.execute<{ userId: string }>(
        sql`SELECT DISTINCT scope.user_id AS "userId" ${pending(scopes, now)}`,
      )
      return rows.map(({ userId }) => userId)
    },

    /** Adds a user whose daily mails begin at a time. */
    async add(userId: string, dailyAt: Date): Promise<void> {
      await db.insert(notificationMailing).values({ userId, dailyAt }).onConflictDoNothing()
    },

    /** Locks the mails to a user until the transaction ends; undefined while another process holds them. */
    async lock(userId: string): Promise<MailingState | undefined> {
      const [state] = await db
        .select()
        .from(notificationMailing)
        .where(sql`${notificationMailing.userId} = ${userId}`)
        .for('update', { skipLocked: true })
      return state
    },

    async update(userId: string, change: Partial<Omit<MailingState, 'userId'>>): Promise<void> {
      await db.update(notificationMailing).set(change).where(sql`${notificationMailing.userId} = ${userId}`)
    },

    /** What is pending for a user, newest first. */
    async listPending(scope: Scope, now: Date): Promise<PendingRow[]> {
      const { rows } = await db.execute<Omit<PendingRow, 'number'> & { number: string }>(
        sql`SELECT told.id, told.number, told.type, told.data, told.count ${pending([scope], now)}
          ORDER BY told.number DESC`,
      )
      return rows.map((row) => ({ ...row, number: Number(row.number) }))
    },

    /** Records that a user got some by mail. */
    async markMailed(userId: string, ids: readonly string[], at: Date): Promise<void> {
      await db.execute(sql`
        INSERT INTO notification_receipts (user_id, notification_id, mailed_at)
        SELECT ${userId}::uuid, id, ${time(at)} FROM notifications
        WHERE id = ANY (${sql.param([...ids])}::uuid[])
        ON CONFLICT (user_id, notification_id) DO UPDATE SET mailed_at = excluded.mailed_at`)
    },
  }
}
