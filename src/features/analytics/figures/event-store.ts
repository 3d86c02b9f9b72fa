import { type SQL, sql } from 'drizzle-orm'
import type { EventFigures, VisitFilters } from '#features/analytics/contract.ts'
import type { Database } from '#platform/postgres.ts'
import type { Days } from '#shared/time/days.ts'

const mostNames = 50
const mostValues = 10

interface Row {
  dimension: 'event' | 'conversion'
  name: string
  times: string
  visits: string
}

const filterColumns = ['page', 'language', 'device', 'country'] as const
type EventFilters = Pick<VisitFilters, (typeof filterColumns)[number]>

const countsOf = ({ from, to }: Days): SQL => sql`
  SELECT dimension, value, views, visits FROM analytics_counts
  WHERE dimension IN ('event', 'conversion', 'event_value') AND day BETWEEN ${from} AND ${to}`

/** The same counts of the events with some values. */
function countSingle({ from, to }: Days, filters: EventFilters): SQL {
  const conditions = filterColumns.flatMap((name) =>
    filters[name] === undefined ? [] : [sql`AND ${sql.identifier(name)} = ${filters[name]}`],
  )
  const found = sql`
    SELECT *, CASE WHEN is_conversion THEN 'conversion' ELSE 'event' END AS dimension FROM analytics_events
    WHERE bot_rule IS NULL AND day BETWEEN ${from} AND ${to} ${sql.join(conditions, sql` `)}`
  return sql`
    SELECT dimension, name AS value, count(*) AS views, count(DISTINCT (day, visitor)) FILTER (WHERE visitor IS NOT NULL) AS visits
    FROM (${found}) AS found GROUP BY dimension, name
    UNION ALL SELECT 'event_value', name || ' ' || value, count(*), 0
    FROM (${found}) AS found WHERE value <> '' GROUP BY name, value`
}

/** The queries on counts of events. */
export function createEventStore(db: Database) {
  return {
    /** The most frequent events and conversions of a period, from the counts of days. Narrowed, from single events. */
    async list(period: Days, filters: EventFilters): Promise<EventFigures> {
      const isNarrowed = filterColumns.some((name) => filters[name] !== undefined)
      const counted = isNarrowed ? countSingle(period, filters) : countsOf(period)
      const happened = await db.execute<Row & Record<string, unknown>>(sql`
        SELECT dimension, value AS name, sum(views) AS times, sum(visits) AS visits FROM (${counted}) AS counted
        WHERE dimension IN ('event', 'conversion')
        GROUP BY dimension, value ORDER BY sum(views) DESC, value LIMIT ${2 * mostNames}`)
      const values = await db.execute<{ name: string; value: string; times: string }>(sql`
        SELECT name, value, times FROM (
          SELECT split_part(value, ' ', 1) AS name, substr(value, strpos(value, ' ') + 1) AS value, sum(views) AS times,
            row_number() OVER (PARTITION BY split_part(value, ' ', 1) ORDER BY sum(views) DESC, value) AS place
          FROM (${counted}) AS counted WHERE dimension = 'event_value' GROUP BY counted.value) AS ranked
        WHERE place <= ${mostValues} ORDER BY place`)
      const read = ({ name, times, visits }: Row) => ({ name, times: Number(times), visits: Number(visits) })
      const ofKind = (kind: Row['dimension']) =>
        happened.rows
          .filter(({ dimension }) => dimension === kind)
          .slice(0, mostNames)
          .map(read)
      return {
        events: ofKind('event').map((event) => ({
          ...event,
          values: values.rows
            .filter(({ name }) => name === event.name)
            .map(({ value, times }) => ({ value, times: Number(times) })),
        })),
        conversions: ofKind('conversion'),
      }
    },
  }
}
