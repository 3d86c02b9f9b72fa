import { sql } from 'drizzle-orm'
import { type PageCount, timesInView } from '#features/analytics/contract.ts'
import type { Database } from '#platform/postgres.ts'
import type { Days } from '#shared/time/days.ts'

/** The queries on the pages below a path, such as `/docs/`. */
export function createSectionStore(db: Database) {
  return {
    /** The views of pages since they are counted; pages without any are left out. */
    async sumViews(pages: readonly string[]): Promise<Map<string, number>> {
      if (pages.length === 0) return new Map()
      const { rows } = await db.execute<{ page: string; views: string }>(sql`
        SELECT value AS page, sum(views) AS views FROM analytics_counts
        WHERE dimension = 'page' AND value = ANY(${sql.param([...pages])}) GROUP BY value`)
      return new Map(rows.map(({ page, views }) => [page, Number(views)]))
    },

    /** Views and visits of each page in a period. */
    async listPages(section: string, { from, to }: Days): Promise<PageCount[]> {
      const { rows } = await db.execute<{ page: string; views: string; visits: string }>(sql`
        SELECT value AS page, sum(views) AS views, sum(visits) AS visits FROM analytics_counts
        WHERE dimension = 'page' AND starts_with(value, ${section}) AND day BETWEEN ${from} AND ${to}
        GROUP BY value`)
      return rows.map(({ page, views, visits }) => ({ page, views: Number(views), visits: Number(visits) }))
    },

    /** Views of each day of a period that has any. */
    async listDays(section: string, { from, to }: Days): Promise<{ day: string; views: number }[]> {
      const { rows } = await db.execute<{ day: string; views: string }>(sql`
        SELECT day::text AS day, sum(views) AS views FROM analytics_counts
        WHERE dimension = 'page' AND starts_with(value, ${section}) AND day BETWEEN ${from} AND ${to}
        GROUP BY day`)
      return rows.map(({ day, views }) => ({ day, views: Number(views) }))
    },

    /** Visits to any of the pages, of each day of a period that has any. */
    async listVisits(section: string, { from, to }: Days): Promise<{ day: string; visits: number }[]> {
      const { rows } = await db.execute<{ day: string; visits: number }>(sql`
        SELECT day::text AS day, count(*)::integer AS visits FROM analytics_visits
        WHERE day BETWEEN ${from} AND ${to}
          AND EXISTS (SELECT FROM unnest(pages) AS page WHERE starts_with(page, ${section}))
        GROUP BY day`)
      return rows
    },

    /** For how long each page was in view in a period, and in how many views that is known. */
    async listTimes(
      section: string,
      { from, to }: Days,
    ): Promise<{ page: string; milliseconds: number; views: number }[]> {
      const [first, again] = timesInView
      const { rows } = await db.execute<{ page: string; milliseconds: string; views: string }>(sql`
        SELECT page, sum(value * views) AS milliseconds, sum(views) FILTER (WHERE measure = ${first}) AS views
        FROM analytics_timings
        WHERE measure IN (${first}, ${again}) AND starts_with(page, ${section}) AND day BETWEEN ${from} AND ${to}
        GROUP BY page`)
      return rows.map(({ page, milliseconds, views }) => ({
        page,
        milliseconds: Number(milliseconds),
        views: Number(views),
      }))
    },
  }
}
