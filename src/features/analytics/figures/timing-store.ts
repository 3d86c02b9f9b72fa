import { sql } from 'drizzle-orm'
import { type Device, type Measure, measures } from '#features/analytics/contract.ts'
import type { Database } from '#platform/postgres.ts'
import type { Days } from '#shared/time/days.ts'

/** How many views had a value of a measure of speed. */
export interface TimingCount {
  measure: Measure
  page: string
  device: Device
  /** Milliseconds; for `cls`, thousandths. */
  value: number
  views: number
}

const listed = sql.join(
  measures.map((measure) => sql`${measure}`),
  sql`, `,
)

/** The query on counts of how fast pages were. */
export function createTimingStore(db: Database) {
  return {
    /** The counts of a period; those of one page or class of device only, where they are given. */
    async list(
      { from, to }: Days,
      { page, device }: { page?: string | undefined; device?: string | undefined },
    ): Promise<TimingCount[]> {
      const { rows } = await db.execute<Omit<TimingCount, 'views'> & { views: string }>(sql`
        SELECT measure, page, device, value, sum(views) AS views FROM analytics_timings
        WHERE day BETWEEN ${from} AND ${to} AND measure IN (${listed})
          AND ${page === undefined ? sql`true` : sql`page = ${page}`}
          AND ${device === undefined ? sql`true` : sql`device = ${device}`}
        GROUP BY measure, page, device, value`)
      return rows.map(({ views, ...count }) => ({ ...count, views: Number(views) }))
    },
  }
}
