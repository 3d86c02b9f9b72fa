import { sql } from 'drizzle-orm'
import type { SearchSums } from '#features/seo/search-console/model.ts'
import { type FetchRow, seoSearchFetch } from '#features/seo/search-console/table.ts'
import type { Database } from '#platform/postgres.ts'
import type { Days } from '#shared/time/days.ts'

export interface NamedSums extends SearchSums {
  name: string
}

const sums = sql`sum(clicks)::float8 AS clicks, sum(impressions)::float8 AS impressions,
  sum(position * impressions)::float8 AS places`
const within = ({ from, to }: Days) => sql`day BETWEEN ${from}::date AND ${to}::date`

/** The queries on how the site was found by Google. */
export function createFigureStore(db: Database) {
  return {
    async sumDays(days: Days): Promise<NamedSums[]> {
      const { rows } = await db.execute<NamedSums & Record<string, unknown>>(sql`
        SELECT day::text AS name, ${sums} FROM seo_search_days WHERE ${within(days)} GROUP BY day ORDER BY day`)
      return rows
    },

    /** The queries, or pages, with most clicks. */
    async listTop(what: 'query' | 'page', days: Days, most: number): Promise<NamedSums[]> {
      const [column, table] =
        what === 'query' ? [sql`query`, sql`seo_search_queries`] : [sql`page`, sql`seo_search_pages`]
      const { rows } = await db.execute<NamedSums & Record<string, unknown>>(sql`
        SELECT ${column} AS name, ${sums} FROM ${table} WHERE ${within(days)}
        GROUP BY ${column} ORDER BY clicks DESC, impressions DESC, name LIMIT ${most}`)
      return rows
    },

    /** The days of which there are figures, and of how many the pages and queries are missing. */
    async describeDays(): Promise<{ first: string | null; last: string | null; missing: number }> {
      const { rows } = await db.execute<{ first: string | null; last: string | null; missing: number }>(sql`
        SELECT min(day)::text AS first, max(day)::text AS last,
          (count(*) FILTER (WHERE detailed_at IS NULL))::integer AS missing FROM seo_search_days`)
      return rows[0] ?? { first: null, last: null, missing: 0 }
    },

    async getFetch(): Promise<FetchRow> {
      const [row] = await db.select().from(seoSearchFetch)
      if (!row) throw new Error('the row about search figures is missing')
      return row
    },
  }
}
