import { getColumns, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { otherValues } from '#features/analytics/model.ts'

/** How many different values of a dimension a day has before further ones are counted together. */
const mostValues = 1_000

/** The names of columns, as they stand in a statement. */
export const list = (names: readonly string[], prefix = '') =>
  sql.raw(names.map((name) => prefix + name).join(', '))

/** The rows of a part of contents of the queue, a JSON array, with the columns of a table but for those that counting adds. */
export function queuedRows(batch: string, part: string, table: PgTable, added: string[] = []): SQL {
  const columns = Object.entries(getColumns(table)).filter(([key]) => !added.includes(key))
  const types = columns.map(([key, column]) => `"${key}" ${column.getSQLType()}`)
  const names = columns.map(([key, { name }]) => `"${key}" AS "${name}"`)
  return sql`SELECT ${list(names)} FROM json_array_elements(${batch}::json) AS batch (content)
    CROSS JOIN json_to_recordset(content->${part}) AS item (${list(types)})`
}

/** The condition that a row was not counted before, in a month beside its own. Its own month has its key. */
export const isNew = (table: string, row: string) =>
  sql.raw(`NOT EXISTS (
        SELECT FROM ${table} AS known WHERE known.id = ${row}.id
          AND known.month IN ((${row}.month - interval '1 month')::date, (${row}.month + interval '1 month')::date))`)

/**
 * The days of late that have too many values of dimensions whose values anybody can make up: a table expression for
 * `limited`. What arrives is at most two days old.
 */
export const crowdedDays = (dimensions: readonly string[]) =>
  sql`crowded AS (
      SELECT day, dimension FROM analytics_counts
      WHERE dimension IN (${list(dimensions.map((dimension) => `'${dimension}'`))})
        AND day >= (SELECT max(day) - 4 FROM analytics_counts)
      GROUP BY day, dimension HAVING count(*) >= ${mostValues})`

/** The value of a row of `item` as it is counted: together with others, where it is one too many of its day. */
export const limited = (dimension: string, value: string) =>
  sql.raw(`CASE WHEN ${value} <> '' AND (day, '${dimension}') IN (SELECT day, dimension FROM crowded)
        AND NOT EXISTS (SELECT FROM analytics_counts AS known
          WHERE known.dimension = '${dimension}' AND known.day = item.day AND known.value = ${value})
        THEN '${otherValues}' ELSE ${value} END`)

/** Adds changes of a table expression to the counts. In one order, so that nobody waits in a circle. */
export const addChanges = (changes = 'changes') => sql`
      INSERT INTO analytics_counts AS known (day, dimension, value, views, visits)
      SELECT day, dimension, value, sum(views), sum(visits) FROM ${sql.raw(changes)}
      GROUP BY day, dimension, value HAVING sum(views) <> 0 OR sum(visits) <> 0
      ORDER BY day, dimension, value
      ON CONFLICT (dimension, day, value) DO UPDATE SET
        views = known.views + excluded.views, visits = known.visits + excluded.visits`
