import type { Pool } from 'pg'
import type { PgBoss } from 'pg-boss'

/** The dead-letter queue: what failed in all its attempts is kept here for ninety days. */
export const failedQueue = { name: 'failed', options: { retentionSeconds: 90 * 86_400 } }

const longestReason = 500

/** A job that failed in all its attempts. */
export interface FailedJob {
  id: string
  /** The kind of job. */
  name: string
  attempts: number
  createdAt: Date
  failedAt: Date
  /** The message of the last error. */
  reason: string
}

export interface JobCounts {
  /** Due, and not begun. */
  waiting: number
  /** In the dead-letter queue. */
  failed: number
}

/** The dead-letter queue. Payloads stay in it: they may hold personal data. */
export interface FailedJobs {
  /** A page of them, the latest failure first, and how many there are. */
  list(page: { limit: number; offset: number }): Promise<{ items: FailedJob[]; total: number }>
  count(): Promise<JobCounts>
  /** Puts a job back into its queue, with all its attempts. Returns whether there was one. */
  retry(id: string): Promise<boolean>
}

interface FailedJobRow {
  id: string
  source_name: string
  source_created_on: Date
  source_retry_count: number
  created_on: Date
  message: string | null
}

export function createFailedJobs({ pool, boss }: { pool: Pool; boss: PgBoss }): FailedJobs {
  const isFailed = "name = $1 AND state = 'created'"

  /** Whether the queue has been started on this database, which makes its tables. */
  async function hasTables(): Promise<boolean> {
    const { rows } = await pool.query<{ found: boolean }>(
      "SELECT to_regclass('jobs.job') IS NOT NULL AS found",
    )
    return rows[0]?.found ?? false
  }

  return {
    async list({ limit, offset }) {
      if (!(await hasTables())) return { items: [], total: 0 }
      const { name } = failedQueue
      const [{ rows }, { rows: counts }] = await Promise.all([
        pool.query<FailedJobRow>(
          `SELECT id, source_name, source_created_on, source_retry_count, created_on, source_output->>'message' AS message
           FROM jobs.job WHERE ${isFailed} ORDER BY created_on DESC, id LIMIT $2 OFFSET $3`,
          [name, limit, offset],
        ),
        pool.query<{ total: number }>(`SELECT count(*)::int AS total FROM jobs.job WHERE ${isFailed}`, [
          name,
        ]),
      ])
      return { items: rows.map(toFailedJob), total: counts[0]?.total ?? 0 }
    },

    async count() {
      const counts = `SELECT count(*) FILTER (WHERE ${isFailed})::int AS failed,
          count(*) FILTER (WHERE name <> $1 AND state IN ('created', 'retry') AND start_after <= now())::int AS waiting
        FROM jobs.job WHERE state IN ('created', 'retry')`
      const { rows } = (await hasTables())
        ? await pool.query<JobCounts>(counts, [failedQueue.name])
        : { rows: [] }
      return rows[0] ?? { waiting: 0, failed: 0 }
    },

    async retry(id) {
      return (await hasTables()) && (await boss.redrive(failedQueue.name, { ids: [id] })) > 0
    },
  }
}

function toFailedJob(row: FailedJobRow): FailedJob {
  return {
    id: row.id,
    name: row.source_name,
    attempts: row.source_retry_count + 1,
    createdAt: row.source_created_on,
    failedAt: row.created_on,
    reason: (row.message ?? '').slice(0, longestReason),
  }
}
