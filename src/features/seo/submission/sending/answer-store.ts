import { sql } from 'drizzle-orm'
import type { EngineName, SubmissionFault } from '#features/seo/submission/contract.ts'
import type { EngineAnswer } from '#features/seo/submission/engines/engine.ts'
import type { Database } from '#platform/postgres.ts'
import { isDead, type TakenCall } from './call-store.ts'

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

/** What an answer to a call means for its addresses. */
interface Judged {
  outcomes: readonly AddressOutcome[]
  now: Date
}

const at = (time: Date) => sql`${time.toISOString()}::timestamptz`

/** The queries on what becomes of requests to engines. */
export function createAnswerStore(db: Database) {
  return {
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

    /**
     * Stores the answer to a call and what becomes of its addresses, all at once; returns whether this process still held it.
     * What is accepted is remembered by its change, so that it is not submitted again.
     */
    finish: (call: Pick<TakenCall, 'id'>, answer: EngineAnswer, judged: Judged): Promise<boolean> =>
      db.transaction((transaction) => storeAnswer(transaction, call, { answer, judged })),

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

    /** Stores what an engine has said of itself; what is undefined stays as it is, but for the pause. */
    noteEngine: (engine: EngineName, said: Said): Promise<void> => storeSaid(db, engine, said),
  }
}

async function storeAnswer(
  transaction: Database,
  { id }: Pick<TakenCall, 'id'>,
  given: { answer: EngineAnswer; judged: Judged },
): Promise<boolean> {
  const { status, fault, answer } = given.answer
  const { outcomes, now } = given.judged
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
}

/** What an engine has said of itself. */
interface Said extends Pick<EngineAnswer, 'quota' | 'sitemap'> {
  pausedUntil: Date | undefined
  now: Date
}

/** A number as the database can hold it, whatever an engine claims. */
const fit = (number: number | null | undefined): number | null =>
  number === null || number === undefined ? null : Math.min(Math.max(number, 0), 2_147_483_647)

async function storeSaid(
  db: Database,
  engine: EngineName,
  { pausedUntil, quota, sitemap, now }: Said,
): Promise<void> {
  const pause = pausedUntil ? at(pausedUntil) : sql`NULL`
  const state = sitemap ? sql`${JSON.stringify(sitemap)}::jsonb` : sql`NULL`
  const [left, total] = [fit(quota?.left), fit(quota?.total)]
  await db.execute(sql`
    INSERT INTO seo_engines AS known (engine, paused_until, quota_left, quota_total, quota_at, sitemap)
    VALUES (${engine}, ${pause}, ${left}::integer, ${total}::integer,
      CASE WHEN ${left}::integer IS NULL THEN NULL ELSE ${at(now)} END, ${state})
    ON CONFLICT (engine) DO UPDATE SET paused_until = excluded.paused_until,
      quota_left = coalesce(excluded.quota_left, known.quota_left),
      quota_total = coalesce(excluded.quota_total, known.quota_total),
      quota_at = coalesce(excluded.quota_at, known.quota_at),
      sitemap = coalesce(excluded.sitemap, known.sitemap)`)
}
