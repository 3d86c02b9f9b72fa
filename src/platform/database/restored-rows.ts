import { type SQL, sql } from 'drizzle-orm'
import { type ForeignKey, getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import type { Database } from '#platform/postgres.ts'

/** The schema with the rows of before a restore, in tables of the same names and columns. */
export const schemaOfBefore = 'before_restore'

/** The table with the rows of before. In a query of it, the columns of the table stand for those rows. */
export const rowsOfBefore = (table: PgTable): SQL =>
  sql`${sql.identifier(schemaOfBefore)}.${sql.identifier(getTableConfig(table).name)}`

/** The same table as it is now, under the name `now`. */
export const rowsOfNow = (table: PgTable): SQL => sql`${sql.identifier(getTableConfig(table).name)} AS now`

/** Whether there is a row now with the key of a row of before. */
export const existsNow = (table: PgTable): SQL =>
  sql`EXISTS (SELECT FROM ${rowsOfNow(table)} WHERE ${hasKey(keyOf(table))})`

/** Whether there was a row before with the key of a row of now. */
export const existsBefore = (table: PgTable): SQL =>
  sql`EXISTS (SELECT FROM ${rowsOfBefore(table)} WHERE ${hasKey(keyOf(table))})`

/** The ids of the rows of now that were not there before. */
export async function listNewIds(transaction: Database, table: PgTable): Promise<string[]> {
  const { rows } = await transaction.execute<{ id: string }>(
    sql`SELECT now.id FROM ${rowsOfNow(table)} WHERE NOT ${existsBefore(table)}`,
  )
  return rows.map(({ id }) => id)
}

/** Whether what a column of a row of before refers to is there now. */
export function isReferredThere(table: PgTable, column: PgColumn): SQL {
  const key = findReference(column, getTableConfig(table).foreignKeys)
  if (!key) throw new Error(`${column.name} refers to nothing`)
  return isThere(key)
}

interface BroughtBack {
  /** Which rows of before. */
  where?: SQL
  /** What columns get in place of what they held. */
  values?: Readonly<Record<string, SQL>>
}

/**
 * Brings back rows of before that are not there now. What they refer to and is gone becomes null where deleting it would have
 * done so; rows that cannot be without it are left out, and so are those whose place another row has taken.
 * @returns how many came back
 */
export async function bringBack(
  transaction: Database,
  table: PgTable,
  { where = sql`true`, values = {} }: BroughtBack = {},
): Promise<number> {
  const { name, columns, foreignKeys } = getTableConfig(table)
  const stored = columns.filter((column) => !column.generated)
  const read = (column: PgColumn) => values[column.name] ?? withoutGone(column, foreignKeys, sql`NULL`)
  const identities = stored.filter((column) => column.generatedIdentity)
  const { rows } = await transaction.execute<{ total: number }>(sql`
    WITH back AS (INSERT INTO ${sql.identifier(name)} (${listOf(stored.map(({ name }) => sql`${sql.identifier(name)}`))})
    ${sql.raw(identities.length > 0 ? 'OVERRIDING SYSTEM VALUE' : '')}
    SELECT ${listOf(stored.map(read))} FROM ${rowsOfBefore(table)}
    WHERE (${where}) AND NOT ${existsNow(table)} AND ${hasAllItNeeds(foreignKeys, values)}
    ON CONFLICT DO NOTHING RETURNING 1)
    SELECT count(*)::int AS total FROM back`)
  const total = rows[0]?.total ?? 0
  if (total > 0) for (const { name } of identities) await countOn(transaction, table, name)
  return total
}

interface TakenOver {
  /** Which rows, with the columns of the table for those of before and `now` for those of now. */
  where?: SQL
  /** The only columns to take over. */
  columns?: readonly PgColumn[]
}

/**
 * Gives rows that are there now what they held before the restore. What that refers to and is gone becomes null, or stays as it
 * is now where it cannot be null.
 */
export async function takeOver(
  transaction: Database,
  table: PgTable,
  { where = sql`true`, columns: wanted }: TakenOver = {},
): Promise<void> {
  const { columns, foreignKeys } = getTableConfig(table)
  const key = keyOf(table)
  const changed = (wanted ?? columns).filter(
    (column) =>
      !column.generated && !column.generatedIdentity && !key.some(({ name }) => name === column.name),
  )
  const sets = changed.map((column) => {
    const fallback = column.notNull ? sql`now.${sql.identifier(column.name)}` : sql`NULL`
    return sql`${sql.identifier(column.name)} = ${withoutGone(column, foreignKeys, fallback)}`
  })
  // JSON cannot be compared, but as text.
  const isChanged = changed.map(
    (column) => sql`now.${sql.identifier(column.name)}::text IS DISTINCT FROM ${column}::text`,
  )
  await transaction.execute(sql`
    UPDATE ${rowsOfNow(table)} SET ${listOf(sets)} FROM ${rowsOfBefore(table)}
    WHERE ${hasKey(key)} AND (${where}) AND (${sql.join(isChanged, sql` OR `)})`)
}

/** Deletes rows of now that were not there before, of those that a condition on `now` admits. */
export async function removeNew(transaction: Database, table: PgTable, where: SQL): Promise<void> {
  await transaction.execute(sql`
    DELETE FROM ${rowsOfNow(table)} WHERE (${where}) AND NOT ${existsBefore(table)}`)
}

/** Of some rows of a table, by their ids, those that somebody has deleted. */
type FindDeleted = (transaction: Database, table: string, ids: readonly string[]) => Promise<string[]>

/** Deletes rows of now that were not there before because somebody had deleted them. */
export async function removeDeleted(
  transaction: Database,
  table: PgTable,
  findDeleted: FindDeleted,
): Promise<void> {
  const ids = await listNewIds(transaction, table)
  const deleted = await findDeleted(transaction, getTableConfig(table).name, ids)
  await transaction.execute(
    sql`DELETE FROM ${rowsOfNow(table)} WHERE now.id = ANY (${sql.param(deleted)}::uuid[])`,
  )
}

/** Has the identity of a table count on from its highest number. */
export async function countOn(transaction: Database, table: PgTable, column: string): Promise<void> {
  const { name } = getTableConfig(table)
  await transaction.execute(sql`
    SELECT setval(pg_get_serial_sequence(${name}, ${column}), max(${sql.identifier(column)}))
    FROM ${sql.identifier(name)} HAVING max(${sql.identifier(column)}) IS NOT NULL`)
}

function keyOf(table: PgTable): readonly PgColumn[] {
  const { columns, primaryKeys } = getTableConfig(table)
  return primaryKeys[0]?.columns ?? columns.filter((column) => column.primary)
}

const hasKey = (key: readonly PgColumn[]): SQL =>
  sql.join(
    key.map((column) => sql`now.${sql.identifier(column.name)} = ${column}`),
    sql` AND `,
  )

const listOf = (parts: SQL[]): SQL => sql.join(parts, sql`, `)

/** Whether what a foreign key of a row of before refers to is there now. */
function isThere(key: ForeignKey): SQL {
  const { columns, foreignColumns, foreignTable } = key.reference()
  const isReferred = columns.map(
    (column, place) => sql`referred.${sql.identifier(foreignColumns[place]?.name ?? '')} = ${column}`,
  )
  return sql`EXISTS (SELECT FROM ${sql.identifier(getTableConfig(foreignTable).name)} AS referred
    WHERE ${sql.join(isReferred, sql` AND `)})`
}

const findReference = (column: PgColumn, foreignKeys: readonly ForeignKey[]) =>
  foreignKeys.find((one) => one.reference().columns.some(({ name }) => name === column.name))

/** What a column held before, but for a reference to what is gone. */
function withoutGone(column: PgColumn, foreignKeys: readonly ForeignKey[], fallback: SQL): SQL {
  const key = findReference(column, foreignKeys)
  return key ? sql`CASE WHEN ${isThere(key)} THEN ${column} ELSE ${fallback} END` : sql`${column}`
}

/** Whether all is there without which a row of before cannot be. */
function hasAllItNeeds(foreignKeys: readonly ForeignKey[], values: BroughtBack['values'] = {}): SQL {
  const needed = foreignKeys.filter((key) => {
    const { columns } = key.reference()
    return key.onDelete !== 'set null' && columns.every(({ name }) => !(name in values))
  })
  const conditions = needed.map((key) => {
    const isNone = key.reference().columns.map((column) => sql`${column} IS NULL`)
    return sql`(${sql.join(isNone, sql` OR `)} OR ${isThere(key)})`
  })
  return conditions.length > 0 ? sql.join(conditions, sql` AND `) : sql`true`
}
