import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg, { type ClientBase } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import {
  type SnapshotTable,
  storedColumns,
  type TablePartition,
  type TableSequence,
} from './snapshot-store.ts'

/** A foreign key, as it is made again. */
export interface ForeignKey {
  table: string
  name: string
  definition: string
}

/** The statements that load the tables of a copy into the schema `public` of a database, in one transaction. */
export function createLoadStore(client: ClientBase) {
  const run = async (statements: readonly string[]): Promise<void> => {
    for (const statement of statements) await client.query(statement)
  }
  return {
    /** The columns of each table that are not generated. */
    async listColumns(): Promise<Map<string, string[]>> {
      const { rows } = await client.query<{ name: string; columns: string[] }>(
        `SELECT relname AS name, ${storedColumns} AS columns
         FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition`,
      )
      return new Map(rows.map(({ name, columns }) => [name, columns]))
    },

    /** Takes away the foreign keys from and to some tables, which could not be loaded one after the other with them. */
    async dropForeignKeys(tables: readonly string[]): Promise<ForeignKey[]> {
      const { rows } = await client.query<ForeignKey>(
        `SELECT source.relname AS table, conname AS name, pg_get_constraintdef(pg_constraint.oid) AS definition
         FROM pg_constraint JOIN pg_class source ON source.oid = conrelid JOIN pg_class target ON target.oid = confrelid
         WHERE contype = 'f' AND conparentid = 0
           AND source.relnamespace = 'public'::regnamespace AND target.relnamespace = 'public'::regnamespace
           AND (source.relname = ANY ($1) OR target.relname = ANY ($1))`,
        [tables],
      )
      await run(rows.map(({ table, name }) => `ALTER TABLE public."${table}" DROP CONSTRAINT "${name}"`))
      return rows
    },

    /** Makes them again, which checks them. */
    addForeignKeys: (keys: readonly ForeignKey[]) =>
      run(
        keys.map(
          ({ table, name, definition }) =>
            `ALTER TABLE public."${table}" ADD CONSTRAINT "${name}" ${definition}`,
        ),
      ),

    setTriggers: (tables: readonly string[], state: 'ENABLE' | 'DISABLE') =>
      run(tables.map((table) => `ALTER TABLE public."${table}" ${state} TRIGGER USER`)),

    async empty(tables: readonly string[]): Promise<void> {
      if (tables.length > 0) await run([`TRUNCATE ${tables.map((table) => `public."${table}"`).join(', ')}`])
    },

    createPartitions: (partitions: readonly TablePartition[]) =>
      run(
        partitions.map(
          ({ name, table, from, to }) =>
            `CREATE TABLE IF NOT EXISTS public."${name}" PARTITION OF public."${table}" FOR VALUES FROM ('${from}') TO ('${to}')`,
        ),
      ),

    /** Returns how many rows the table has got. */
    copy: (table: Pick<SnapshotTable, 'name' | 'columns'>, rows: Readable) => copyInto(client, table, rows),

    /** Numbers go on after those of the copy. None goes back: what was numbered since would be numbered twice. */
    async setSequences(sequences: readonly TableSequence[]): Promise<void> {
      for (const { table, column, last } of sequences)
        await client.query(
          `SELECT setval(sequence.name, greatest($3::bigint, coalesce(pg_sequence_last_value(sequence.name), 0)))
           FROM (SELECT pg_get_serial_sequence(format('public.%I', $1::text), $2)::regclass AS name) sequence`,
          [table, column, last],
        )
    },
  }
}

/** Adds rows in the text format of COPY to a table. Returns how many there were. */
export async function copyInto(
  client: ClientBase,
  { name, columns }: Pick<SnapshotTable, 'name' | 'columns'>,
  rows: Readable,
  schema = 'public',
): Promise<number> {
  const list = columns.map((column) => `"${column}"`).join(', ')
  const copying = client.query(copyFrom(`COPY ${schema}."${name}" (${list}) FROM STDIN`))
  await pipeline(rows, copying)
  return copying.rowCount
}

/** Runs work in a transaction of a connection of its own, which may take as long as it needs; the signal ends it. */
export async function runLoading(
  databaseUrl: string,
  work: (client: ClientBase) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  })
  // The statement that runs reports it, or the next one.
  client.on('error', () => {})
  const stop = () => client.connection.stream.destroy(new Error('the loading was stopped'))
  try {
    signal?.throwIfAborted()
    await client.connect()
    signal?.addEventListener('abort', stop, { once: true })
    await client.query('BEGIN')
    await client.query('SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0')
    await work(client)
    await client.query('COMMIT')
  } finally {
    signal?.removeEventListener('abort', stop)
    await client.end().catch(() => {})
  }
}
