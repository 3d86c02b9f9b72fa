import { type SQL, sql } from 'drizzle-orm'
import type { EngineName, SubmissionKind } from '#features/seo/submission/contract.ts'
import type { KnownQuota } from '#features/seo/submission/engines/engine.ts'
import type { Database } from '#platform/postgres.ts'

/** Addresses that this process sends in one request. */
export interface TakenCall {
  id: number
  addresses: TakenAddress[]
}

export interface TakenAddress {
  number: number
  address: string
  failures: number
}

/** What is to be sent next. */
export interface NextUp {
  kind: SubmissionKind
  quota: KnownQuota | undefined
}

// A process that has waited so long for an answer counts as dead, by the clock of the database alone. Longer than a call takes.
export const isDead = sql`(call.state = 'sending' AND call.taken_at < now() - interval '120 seconds')`
// A run of which nothing waits. Its process may have died before it could end it.
export const isOver = sql`(run.ended_at IS NULL AND NOT EXISTS (
  SELECT FROM seo_submissions WHERE run_id = run.id AND state IN ('waiting', 'sending')))`
const at = (time: Date) => sql`${time.toISOString()}::timestamptz`
const mayBeSent = (now: Date) => sql`submission.state = 'waiting' AND submission.due_at <= ${at(now)}
  AND NOT EXISTS (SELECT FROM seo_submission_calls call WHERE call.engine = submission.engine AND call.state = 'sending')
  AND NOT EXISTS (SELECT FROM seo_engines engine
    WHERE engine.engine = submission.engine AND engine.paused_until > ${at(now)})`

/** The queries of the sender. Each engine is sent one request at a time, over all processes. */
export function createCallStore(db: Database) {
  return {
    /** Whether something is due, or is left over by a process that has died. */
    hasWork: (now: Date): SQL =>
      sql`(EXISTS (SELECT FROM seo_submissions submission WHERE ${mayBeSent(now)})
        OR EXISTS (SELECT FROM seo_submission_calls call WHERE ${isDead})
        OR EXISTS (SELECT FROM seo_submission_runs run WHERE ${isOver}))`,

    /** The engines that something is due for. */
    async listDue(now: Date): Promise<EngineName[]> {
      const { rows } = await db.execute<{ engine: EngineName }>(
        sql`SELECT DISTINCT engine FROM seo_submissions submission WHERE ${mayBeSent(now)}`,
      )
      return rows.map(({ engine }) => engine)
    },

    /** What is to be sent to an engine next. */
    async findNext(engine: EngineName, now: Date): Promise<NextUp | undefined> {
      const { rows } = await db.execute<{
        kind: SubmissionKind
        left: number | null
        quotaAt: string | null
      }>(sql`
        SELECT kind, quota_left AS left, quota_at AS "quotaAt"
        FROM seo_submissions submission LEFT JOIN seo_engines USING (engine)
        WHERE submission.engine = ${engine} AND ${mayBeSent(now)}
        ORDER BY submission.due_at, submission.number LIMIT 1`)
      const [row] = rows
      if (!row) return undefined
      const { kind, left, quotaAt } = row
      return { kind, quota: left === null || quotaAt === null ? undefined : { left, at: new Date(quotaAt) } }
    },

    /**
     * Takes what has been due for longest, and stores that it is sent now, before it is: undefined when another process sends
     * something to the engine. What is sent counts against the known quota at once.
     */
    take: (engine: EngineName, wish: Wish): Promise<TakenCall | undefined> =>
      db.transaction((transaction) => takeDue(transaction, engine, wish)),
  }
}

/** What is taken at once. */
interface Wish {
  kind: SubmissionKind
  most: number
  hasQuota: boolean
  now: Date
}

async function takeDue(
  transaction: Database,
  engine: EngineName,
  { kind, most, hasQuota, now }: Wish,
): Promise<TakenCall | undefined> {
  const { rows } = await transaction.execute<TakenAddress & { number: string }>(sql`
    SELECT number, address, failures FROM seo_submissions submission
    WHERE engine = ${engine} AND kind = ${kind} AND ${mayBeSent(now)}
    ORDER BY due_at, number LIMIT ${most} FOR UPDATE SKIP LOCKED`)
  if (rows.length === 0) return undefined
  const call = await transaction.execute<{ id: string }>(sql`
    INSERT INTO seo_submission_calls (engine, state, addresses, sent_at, taken_at)
    VALUES (${engine}, 'sending', ${rows.length}, ${at(now)}, now()) ON CONFLICT DO NOTHING RETURNING id`)
  const [stored] = call.rows
  if (!stored) return undefined
  const numbers = rows.map(({ number }) => Number(number))
  await transaction.execute(sql`
    UPDATE seo_submissions SET state = 'sending', call_id = ${stored.id}, sent_at = ${at(now)}, attempts = attempts + 1
    WHERE number = ANY (${sql.param(numbers)}::bigint[])`)
  await transaction.execute(sql`
    UPDATE seo_engines SET quota_left = greatest(0, quota_left - ${rows.length})
    WHERE engine = ${engine} AND quota_left IS NOT NULL AND ${hasQuota}`)
  const addresses = rows.map((row) => ({ ...row, number: Number(row.number) }))
  return { id: Number(stored.id), addresses }
}
