import { sql } from 'drizzle-orm'
import { type Dimension, dimensions } from '#features/analytics/contract.ts'
import type { Database } from '#platform/postgres.ts'
import type { Days } from '#shared/time/days.ts'

interface Count {
  value: string
  views: number
  visits: number
}

const listed = sql.join(
  dimensions.map((dimension) => sql`${dimension}`),
  sql`, `,
)

/** The queries on the counts of days. */
export function createFigureStore(db: Database) {
  /** Views and visits of each day that has any with a value of a dimension. */
  async function listDaysOf(
    { from, to }: Days,
    dimension: Dimension | 'all',
    value: string,
  ): Promise<(Omit<Count, 'value'> & { day: string })[]> {
    const { rows } = await db.execute<{ day: string; views: string; visits: string }>(
      sql`SELECT day::text AS day, views, visits FROM analytics_counts
        WHERE dimension = ${dimension} AND value = ${value} AND day BETWEEN ${from} AND ${to}`,
    )
    return rows.map(({ day, ...counts }) => ({ day, ...readCounts(counts) }))
  }

  return {
    /** Views and visits of each day that has any. */
    listDays: (period: Days) => listDaysOf(period, 'all', ''),

    listDaysOf,

    /** Who viewed a page since a moment, by the page that each viewed last; the commonest pages first. */
    async countSince(since: Date): Promise<{ page: string; visitors: number }[]> {
      const { rows } = await db.execute<{ page: string; visitors: number }>(
        sql`SELECT page, count(*)::integer AS visitors FROM (
            SELECT DISTINCT ON (visitor) page FROM analytics_views
            WHERE at > ${since} AND visitor IS NOT NULL AND NOT is_bot ORDER BY visitor, at DESC) AS latest
          GROUP BY page ORDER BY visitors DESC, page`,
      )
      return rows
    },

    /** The views of bots. */
    async countBots({ from, to }: Days): Promise<number> {
      const { rows } = await db.execute<{ views: string | null }>(
        sql`SELECT sum(views) AS views FROM analytics_counts
          WHERE dimension = 'bots' AND day BETWEEN ${from} AND ${to}`,
      )
      return Number(rows[0]?.views ?? 0)
    },

    /** The `most` values of each dimension with the most visits. */
    async listTop({ from, to }: Days, most: number): Promise<(Count & { dimension: Dimension })[]> {
      const { rows } = await db.execute<{
        dimension: Dimension
        value: string
        views: string
        visits: string
      }>(
        sql`SELECT * FROM (
            SELECT dimension, value, sum(views) AS views, sum(visits) AS visits,
              row_number() OVER (PARTITION BY dimension ORDER BY sum(visits) DESC, sum(views) DESC, value) AS place
            FROM analytics_counts
            WHERE dimension IN (${listed}) AND day BETWEEN ${from} AND ${to}
            GROUP BY dimension, value HAVING sum(visits) > 0 OR sum(views) > 0) AS ranked
          WHERE place <= ${most} ORDER BY dimension, place`,
      )
      return rows.map(({ dimension, value, ...counts }) => ({ dimension, value, ...readCounts(counts) }))
    },
  }
}

function readCounts({ views, visits }: { views: string; visits: string }) {
  return { views: Number(views), visits: Number(visits) }
}
