import { sql } from 'drizzle-orm'
import type { EngineName, SubmissionFault } from '#features/seo/submission/contract.ts'
import type { Database } from '#platform/postgres.ts'
import { isOver } from './call-store.ts'

/** What became of a run that has ended. */
export type EndedRun = {
  accepted: number
  refused: number
  /** Given up, or stopped by what the engine has said. */
  failed: number
  /** The last thing that was said of what was not accepted. */
  status: number | null
  fault: SubmissionFault | null
}

const at = (time: Date) => sql`${time.toISOString()}::timestamptz`
const isTrouble = sql`state IN ('failed', 'stopped', 'refused') AND fault IS DISTINCT FROM 'not_configured'`

/** The queries on runs that end. Give it a transaction to make several of them one. */
export function createRunEndStore(db: Database) {
  return {
    /** The engines with a run of which nothing waits. */
    async listOver(): Promise<EngineName[]> {
      const { rows } = await db.execute<{ engine: EngineName }>(
        sql`SELECT engine FROM seo_submission_runs run WHERE ${isOver}`,
      )
      return rows.map(({ engine }) => engine)
    },

    /** Ends the run of an engine of which nothing waits; undefined when there is none. */
    async end(engine: EngineName, now: Date): Promise<EndedRun | undefined> {
      const { rows } = await db.execute<EndedRun>(sql`
        WITH ended AS (
          UPDATE seo_submission_runs run SET ended_at = ${at(now)} WHERE engine = ${engine} AND ${isOver} RETURNING id
        )
        SELECT count(*) FILTER (WHERE state = 'accepted')::integer AS accepted,
          count(*) FILTER (WHERE state = 'refused')::integer AS refused,
          count(*) FILTER (WHERE state IN ('failed', 'stopped') AND ${isTrouble})::integer AS failed,
          (array_agg(status ORDER BY number DESC) FILTER (WHERE ${isTrouble}))[1] AS status,
          (array_agg(fault ORDER BY number DESC) FILTER (WHERE ${isTrouble}))[1] AS fault
        FROM ended LEFT JOIN seo_submissions ON run_id = ended.id GROUP BY ended.id`)
      return rows[0]
    },

    /** Notes that an engine does not take what it is sent; returns whether that is new. */
    async noteFailing(engine: EngineName, now: Date): Promise<boolean> {
      const { rows } = await db.execute<{ engine: string }>(sql`
        INSERT INTO seo_engines AS known (engine, failing_since) VALUES (${engine}, ${at(now)})
        ON CONFLICT (engine) DO UPDATE SET failing_since = excluded.failing_since WHERE known.failing_since IS NULL
        RETURNING engine`)
      return rows.length > 0
    },

    /** Notes that an engine takes what it is sent. */
    async noteWorking(engine: EngineName): Promise<void> {
      await db.execute(sql`
        UPDATE seo_engines SET failing_since = NULL WHERE engine = ${engine} AND failing_since IS NOT NULL`)
    },
  }
}
