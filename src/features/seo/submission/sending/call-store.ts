import { type SQL, sql } from 'drizzle-orm'
import type { EngineName, SubmissionFault, SubmissionKind } from '#features/seo/submission/contract.ts'
import type { EngineAnswer, KnownQuota } from '#features/seo/submission/engines/engine.ts'
import { lockRuns } from '#features/seo/submission/run-store.ts'
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

/** What becomes of an address after an attempt. */
export interface AddressOutcome {
  number: number
  state: 'waiting' | 'accepted' | 'refused' | 'failed'
  due_at: Date
  failures: number
  fault: SubmissionFault | null
  answer: string
  /** 1 when the engine may have taken it without our knowing. */
  unknown: 0 | 1
}

/** What is to be sent next. */
export interface NextUp {
  kind: SubmissionKind
  quota: KnownQuota | undefined
}

// A process that has waited so long for an answer counts as dead, by the clock of the database alone. Longer than a call takes.
const isDead = sql`(call.state = 'sending' AND call.taken_at < now() - interval '120 seconds')`
const at = (time: Date) => sql`${time.toISOString()}::timestamptz`
const mayBeSent = (now: Date) => sql`submission.state = 'waiting' AND submission.due_at <= ${at(now)}
  AND NOT EXISTS (SELECT FROM seo_submission_calls call WHERE call.engine = submission.engine AND call.state = 'sending')
  AND NOT EXISTS (SELECT FROM seo_engines engine
    WHERE engine.engine = submission.engine AND engine.paused_until > ${at(now)})`

/** The queries of the sender. Each engine is sent one request at a time, over all processes. */
export function createCallStore(db: Database) {
  return {
    /** Whether something is due, or has to be sent again as its process has died. */
    hasWork: (now: Date): SQL =>
      sql`(EXISTS (SELECT FROM seo_submissions submission WHERE ${mayBeSent(now)})
        OR EXISTS (SELECT FROM seo_submission_calls call WHERE ${isDead}))`,

    /** The engines that something is due for. */
    async listDue(now: Date): Promise<EngineName[]> {
      const { rows } = await db.execute<{ engine: EngineName }>(
        sql`SELECT DISTINCT engine FROM seo_submissions submission WHERE ${mayBeSent(now)}`,
      )
      return rows.map(({ engine }) => engine)
    },

    /** Makes what dead processes have sent wait again: nobody knows whether its engine has taken it. */
    async releaseDead(now: Date): Promise<void> {
      await db.execute(sql`
        WITH dead AS (
          SELECT id FROM seo_submission_calls call WHERE ${isDead} FOR UPDATE SKIP LOCKED
        ), ended AS (
          UPDATE seo_submission_calls call SET state = 'unknown', fault = 'unknown'
          FROM dead WHERE call.id = dead.id
        )
        UPDATE seo_submissions submission
        SET state = 'waiting', due_at = ${at(now)}, fault = 'unknown', status = NULL, answer = '',
          unknown_attempts = unknown_attempts + 1
        FROM dead WHERE submission.call_id = dead.id AND submission.state = 'sending'`)
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
    async take(
      engine: EngineName,
      { kind, most, hasQuota, now }: { kind: SubmissionKind; most: number; hasQuota: boolean; now: Date },
    ): Promise<TakenCall | undefined> {
      return db.transaction(async (transaction) => {
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
      })
    },

    /**
     * Stores the answer to a call and what becomes of its addresses, all at once; returns whether this process still held it.
     * What is accepted is remembered by its change, so that it is not submitted again.
     */
    async finish(
      { id }: Pick<TakenCall, 'id'>,
      { status, fault, answer }: EngineAnswer,
      { outcomes, now }: { outcomes: readonly AddressOutcome[]; now: Date },
    ): Promise<boolean> {
      return db.transaction(async (transaction) => {
        const held = await transaction.execute<{ id: string }>(sql`
          UPDATE seo_submission_calls SET state = 'answered', answered_at = ${at(now)},
            status = ${status}, fault = ${fault}, answer = ${answer}
          WHERE id = ${id} AND state = 'sending' RETURNING id`)
        if (held.rows.length === 0) return false
        await transaction.execute(sql`
          WITH outcome AS (
            SELECT * FROM jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) AS outcome (
              number bigint, state text, due_at timestamptz, failures integer, fault text, answer text, unknown integer)
          ), finished AS (
            UPDATE seo_submissions submission SET state = outcome.state, due_at = outcome.due_at,
              failures = outcome.failures, status = ${status}, fault = outcome.fault, answer = outcome.answer,
              unknown_attempts = unknown_attempts + outcome.unknown
            FROM outcome WHERE submission.number = outcome.number AND submission.call_id = ${id}
            RETURNING submission.engine, submission.address, submission.changed_at, submission.state
          )
          INSERT INTO seo_accepted_changes AS accepted (engine, address, changed_at, accepted_at)
          SELECT engine, address, changed_at, ${at(now)} FROM finished WHERE state = 'accepted'
          ON CONFLICT (engine, address) DO UPDATE
          SET changed_at = greatest(accepted.changed_at, excluded.changed_at), accepted_at = excluded.accepted_at`)
        return true
      })
    },

    /** Gives up the request of a process that ends: nobody knows whether its engine has taken it. */
    async abandon({ id }: Pick<TakenCall, 'id'>, now: Date): Promise<void> {
      await db.execute(sql`
        WITH ended AS (
          UPDATE seo_submission_calls SET state = 'unknown', fault = 'unknown'
          WHERE id = ${id} AND state = 'sending' RETURNING id
        )
        UPDATE seo_submissions submission
        SET state = 'waiting', due_at = ${at(now)}, fault = 'unknown', status = NULL, answer = '',
          unknown_attempts = unknown_attempts + 1
        FROM ended WHERE submission.call_id = ended.id AND submission.state = 'sending'`)
    },

    /** Stops all that waits for an engine, with the reason. */
    async stopWaiting(
      engine: EngineName,
      { status, fault, answer }: Pick<EngineAnswer, 'status' | 'fault' | 'answer'>,
    ): Promise<void> {
      await db.execute(sql`
        UPDATE seo_submissions SET state = 'stopped', status = ${status}, fault = ${fault}, answer = ${answer}
        WHERE engine = ${engine} AND state = 'waiting'`)
    },

    /** Ends the runs of an engine of which nothing waits. */
    async endRuns(engine: EngineName, now: Date): Promise<void> {
      await db.transaction(async (transaction) => {
        await lockRuns(transaction, engine)
        await transaction.execute(sql`
          UPDATE seo_submission_runs run SET ended_at = ${at(now)}
          WHERE engine = ${engine} AND ended_at IS NULL AND NOT EXISTS (
            SELECT FROM seo_submissions WHERE run_id = run.id AND state IN ('waiting', 'sending'))`)
      })
    },

    /** Stores what an engine has said of itself; what is undefined stays as it is, but for the pause. */
    async noteEngine(
      engine: EngineName,
      {
        pausedUntil,
        quota,
        sitemap,
      }: { pausedUntil: Date | undefined } & Pick<EngineAnswer, 'quota' | 'sitemap'>,
      now: Date,
    ): Promise<void> {
      const pause = pausedUntil ? at(pausedUntil) : sql`NULL`
      const state = sitemap ? sql`${JSON.stringify(sitemap)}::jsonb` : sql`NULL`
      const left = quota?.left ?? null
      await db.execute(sql`
        INSERT INTO seo_engines AS known (engine, paused_until, quota_left, quota_total, quota_at, sitemap)
        VALUES (${engine}, ${pause}, ${left}::integer, ${quota?.total ?? null}::integer,
          CASE WHEN ${left}::integer IS NULL THEN NULL ELSE ${at(now)} END, ${state})
        ON CONFLICT (engine) DO UPDATE SET paused_until = excluded.paused_until,
          quota_left = coalesce(excluded.quota_left, known.quota_left),
          quota_total = coalesce(excluded.quota_total, known.quota_total),
          quota_at = coalesce(excluded.quota_at, known.quota_at),
          sitemap = coalesce(excluded.sitemap, known.sitemap)`)
    },
  }
}
export type CallStore = ReturnType<typeof createCallStore>
