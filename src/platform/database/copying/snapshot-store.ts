import type { Readable } from 'node:stream'
import pg, { type ClientBase } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { backupLock } from '#platform/database/maintenance.ts'

/** A partition of a table, which holds the rows of a range of days. */
export interface TablePartition {
  name: string
  table: string
  from: string
  /** Not in it. */
  to: string
}

/** Where the numbers of an identity column go on. */
export interface TableSequence {
  table: string
  column: string
  /** The last number given. */
  last: string
}

/** A table as the catalogue describes it. */
export interface SnapshotTable {
  name: string
  /** None that the database generates. */
  columns: string[]
  isPartitioned: boolean
  /** The tables that its foreign keys refer to. */
  refersTo: string[]
}

/** A table whose rows are copied. */
export type CopiedTable = Pick<SnapshotTable, 'name' | 'columns' | 'isPartitioned'>

/** One state of a whole database, in a transaction that sees no other. */
export interface Contents {
  /** Those of the product, sorted by name. */
  readonly tables: readonly SnapshotTable[]
  readonly partitions: readonly TablePartition[]
  readonly sequences: readonly TableSequence[]
  readonly migrations: readonly string[]
  /** The rows of a table in the text format of COPY. One at a time. */
  copy(table: CopiedTable): Readable
}

/** One state of a whole database, whatever is written meanwhile. */
export interface Snapshot extends Contents {
  /** Holds the database no longer. Files that its rows name are kept until the snapshot is closed. */
  release(): Promise<void>
  /** @throws {Error} unless files were kept until now */
  confirm(): Promise<void>
  close(): Promise<void>
}

interface SnapshotOptions {
  signal?: AbortSignal | undefined
  keepsFiles?: boolean
}

/**
 * Opens a connection of its own. With `keepsFiles`, no process removes files that rows name (`keepWhileBackedUp`). It is closed
 * when the signal aborts. @throws {Error} when the database is away
 */
export async function openSnapshot(
  databaseUrl: string,
  { signal, keepsFiles = false }: SnapshotOptions = {},
): Promise<Snapshot> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    ...{ connectionTimeoutMillis: 10_000, keepAlive: true, keepAliveInitialDelayMillis: 10_000 },
    application_name: 'firmeza backup',
  })
  // The statement that runs reports it, or the next one.
  client.on('error', () => {})
  const end = () => client.end().catch(() => {})
  try {
    signal?.throwIfAborted()
    await client.connect()
    // Before the state is fixed: what is removed from then on is kept.
    if (keepsFiles)
      await client.query(`SET idle_session_timeout = 0; SELECT pg_advisory_lock_shared(${backupLock})`)
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY')
    await setCopying(client)
    const contents = await describeContents(client)
    const stop = () => endNow(client)
    signal?.addEventListener('abort', stop, { once: true })
    return {
      ...contents,
      async release() {
        await client.query('COMMIT')
      },
      async confirm() {
        await client.query('SELECT')
      },
      async close() {
        signal?.removeEventListener('abort', stop)
        await end()
      },
    }
  } catch (error) {
    await end()
    throw error
  }
}

/** A connection in the middle of a copy would first read all of it. */
function endNow(client: pg.Client): void {
  client.connection.stream.destroy(new Error('the backup was stopped'))
}

/** Has a transaction take as long as it needs, and write rows in one form however the database and the role are configured. */
export async function setCopying(client: ClientBase): Promise<void> {
  await client.query(
    // A migration that runs is waited for.
    `SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0;
     SET LOCAL lock_timeout = '60s'; SET LOCAL client_encoding = 'UTF8'; SET LOCAL timezone = 'UTC';
     SET LOCAL datestyle = 'ISO'; SET LOCAL intervalstyle = 'postgres'; SET LOCAL extra_float_digits = 1;
     SET LOCAL bytea_output = 'hex'; SET LOCAL synchronize_seqscans = off`,
  )
}

/** The rows of a table in the text format of COPY. */
export function copyRows(
  client: ClientBase,
  { name, columns, isPartitioned }: CopiedTable,
  schema = 'public',
): Readable {
  const list = columns.map((column) => `"${column}"`).join(', ')
  const statement = isPartitioned
    ? `COPY (SELECT ${list} FROM ${schema}."${name}") TO STDOUT`
    : `COPY ${schema}."${name}" (${list}) TO STDOUT`
  return client.query(copyTo(statement))
}

/** The columns of a table of `pg_class` that the database does not generate, within a query. */
export const storedColumns = `ARRAY (SELECT attname::text FROM pg_attribute
    WHERE attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum)`

/** What the database of a transaction holds. */
export async function describeContents(client: ClientBase): Promise<Contents> {
  const { rows: tables } = await client.query<SnapshotTable>(
    `SELECT relname AS name, relkind = 'p' AS "isPartitioned",
       ${storedColumns} AS columns,
       ARRAY (SELECT DISTINCT target.relname::text FROM pg_constraint JOIN pg_class target ON target.oid = confrelid
              WHERE conrelid = pg_class.oid AND contype = 'f') AS "refersTo"
     FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
     ORDER BY relname COLLATE "C"`,
  )
  const { rows: partitions } = await client.query<TablePartition & { bound: string }>(
    `SELECT part.relname AS name, whole.relname AS table, pg_get_expr(part.relpartbound, part.oid) AS bound
     FROM pg_inherits JOIN pg_class part ON part.oid = inhrelid JOIN pg_class whole ON whole.oid = inhparent
     WHERE part.relispartition AND part.relkind = 'r' AND part.relnamespace = 'public'::regnamespace
     ORDER BY 1`,
  )
  const { rows: sequences } = await client.query<TableSequence>(
    `SELECT owner.relname AS table, attname AS column, last_value::text AS last
     FROM pg_sequences JOIN pg_class sequence
       ON sequence.relname = sequencename AND sequence.relnamespace = 'public'::regnamespace
     JOIN pg_depend ON objid = sequence.oid AND classid = 'pg_class'::regclass AND deptype IN ('a', 'i')
     JOIN pg_class owner ON owner.oid = refobjid
     JOIN pg_attribute ON attrelid = refobjid AND attnum = refobjsubid
     WHERE schemaname = 'public' AND last_value IS NOT NULL ORDER BY 1, 2`,
  )
  const { rows: migrations } = await client.query<{ name: string }>(
    'SELECT name FROM drizzle.__drizzle_migrations ORDER BY name COLLATE "C"',
  )
  return {
    ...{ tables, sequences },
    partitions: partitions.map(readBound),
    migrations: migrations.map(({ name }) => name),
    copy: (table) => copyRows(client, table),
  }
}

function readBound({ name, table, bound }: TablePartition & { bound: string }): TablePartition {
  const [, from, to] =
    /^FOR VALUES FROM \('(\d{4}-\d\d-\d\d)'\) TO \('(\d{4}-\d\d-\d\d)'\)$/.exec(bound) ?? []
  if (from === undefined || to === undefined)
    throw new Error(`the partition ${name} is of a kind that copies do not know: ${bound}`)
  return { name, table, from, to }
}
