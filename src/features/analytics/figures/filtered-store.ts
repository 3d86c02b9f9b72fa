import { type SQL, sql } from 'drizzle-orm'
import { type Dimension, dimensions, type VisitFilters } from '#features/analytics/contract.ts'
import { runWithMemory } from '#platform/database/work-memory.ts'
import type { Database } from '#platform/postgres.ts'
import type { Days } from '#shared/time/days.ts'

type Grouping = Dimension | 'day'

/** Views and visits of one value of a dimension, or of one day. */
export interface FilteredCount {
  dimension: Grouping
  value: string
  views: number
  visits: number
}
/** The visitors of some months fit: without it, figures of one source take half as long again. */
const memory = '64MB'

type Row = Record<string, unknown> & { dimension: Grouping; value: string; views: string; visits: string }

/** What describes a single view. The other dimensions describe the visit that it belongs to. */
const ofViews = ['page', 'language', 'device', 'country'] as const satisfies readonly Dimension[]
/** By what views are counted by themselves, and not as views of visits. */
export const viewGroupings: readonly Grouping[] = ['day', ...ofViews]
const ofVisits = dimensions.filter((one) => !ofViews.some((name) => name === one))

/** The column of a dimension. The first page of a visit is its `page`. */
const columnOf = (grouping: Grouping) => sql.identifier(grouping === 'entry' ? 'page' : grouping)

const join = (parts: readonly SQL[], separator: string) => sql.join([...parts], sql.raw(separator))

/** That rows have the values of some of the dimensions. A visit has the page of each of its views. */
export function matches(filters: VisitFilters, names: readonly Dimension[], rows: 'views' | 'visits'): SQL {
  const conditions = names.flatMap((name) => {
    const value = filters[name]
    if (value === undefined) return []
    if (name === 'page' && rows === 'visits') return [sql`pages @> ARRAY[${value}::text]`]
    return [sql`${columnOf(name)} = ${value}`]
  })
  return join([sql`true`, ...conditions], ' AND ')
}

/** Counts rows by each of several columns, in one pass over them. */
function countBy(groupings: readonly Grouping[], counts: SQL, rows: SQL): SQL {
  const columns = groupings.map((one) => sql`${columnOf(one)}`)
  const named = groupings.map((one) => sql`WHEN grouping(${columnOf(one)}) = 0 THEN ${one}`)
  return sql`
    SELECT CASE ${join(named, ' ')} END AS dimension,
      coalesce(${join(
        columns.map((one) => sql`${one}::text`),
        ', ',
      )}) AS value, ${counts}
    FROM ${rows} GROUP BY GROUPING SETS (${join(
      columns.map((one) => sql`(${one})`),
      ', ',
    )})`
}

/** The queries on single visits and views, for figures that are narrowed to some of them. */
export function createFilteredStore(db: Database) {
  const run = async (query: SQL): Promise<FilteredCount[]> => {
    const { rows } = await runWithMemory(db, memory, (transaction) => transaction.execute<Row>(query))
    return rows.map(({ dimension, value, views, visits }) => ({
      ...{ dimension, value, views: Number(views), visits: Number(visits) },
    }))
  }

  return {
    /** The visits that match by day and by the dimensions that describe visits, with the views of those visits. */
    async countVisits({ from, to }: Days, filters: VisitFilters): Promise<FilteredCount[]> {
      const within = sql`day BETWEEN ${from} AND ${to} AND ${matches(filters, dimensions, 'visits')}`
      const groupings: Grouping[] = ['day', ...dimensions.filter((one) => one !== 'page')]
      const counts = sql`sum(views)::bigint AS views, count(*) AS visits`
      return run(sql`
        WITH found AS MATERIALIZED (SELECT * FROM analytics_visits WHERE ${within})
        ${countBy(groupings, counts, sql`found`)}
        UNION ALL SELECT 'page', page, 0, count(*) FROM (SELECT unnest(pages) AS page FROM found) AS seen GROUP BY page`)
    },

    /** The views that match, and whose visit does, by day and by the dimensions that describe views. */
    async countViews({ from, to }: Days, filters: VisitFilters): Promise<FilteredCount[]> {
      const isInVisit = ofVisits.some((name) => filters[name] !== undefined)
      const visitors = sql`AND (month, visitor) IN (
        SELECT month, visitor FROM analytics_visits
        WHERE day BETWEEN ${from} AND ${to} AND ${matches(filters, ofVisits, 'visits')})`
      const within = sql`NOT is_bot AND day BETWEEN ${from} AND ${to}
        AND ${matches(filters, ofViews, 'views')} ${isInVisit ? visitors : sql``}`
      const counts = sql`count(*) AS views, 0 AS visits`
      return run(
        countBy(viewGroupings, counts, sql`(SELECT * FROM analytics_views WHERE ${within}) AS found`),
      )
    },

    /** The views of bots that match. */
    async countBots({ from, to }: Days, filters: VisitFilters): Promise<number> {
      const { rows } = await db.execute<{ views: string }>(sql`
        SELECT count(*) AS views FROM analytics_views
        WHERE is_bot AND day BETWEEN ${from} AND ${to} AND ${matches(filters, dimensions, 'views')}`)
      return Number(rows[0]?.views ?? 0)
    },
  }
}
