import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import type { Database } from '#platform/postgres.ts'

/** The schema with the rows of before a restore, which exists within its transaction only. */
const before = 'before_restore'

// Those who hold locks for longer are requests and polls that will end.
const lockAttempts = 24
const lockPatience = 5_000

interface GivenNumber {
  sequence: string
  last: string
}

/** The statements of a restore, in its transaction on a connection of its own. */
export function createReplacementStore(client: pg.Client) {
  return {
    /** Its transaction. */
    transaction: drizzle({ client }) as Database,

    /** All tables of the product, partitions apart. */
    async listTables(): Promise<string[]> {
      const { rows } = await client.query<{ name: string }>(
        `SELECT relname AS name FROM pg_class
         WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
         ORDER BY relname COLLATE "C"`,
      )
      return rows.map(({ name }) => name)
    },

    /** Begins a transaction that alone uses some tables, once those that use them have ended. */
    beginAlone: (tables: readonly string[]) => beginAlone(client, tables),

    /** Copies the rows of tables to where features find those of before. */
    async keepRowsOf(tables: readonly string[]): Promise<void> {
      await client.query(`CREATE SCHEMA ${before}`)
      for (const table of tables)
        await client.query(`CREATE TABLE ${before}."${table}" AS TABLE public."${table}"`)
    },

    /** Empties tables, whose triggers see nothing of it until they are enabled. */
    async empty(tables: readonly string[]): Promise<void> {
      for (const table of tables) await client.query(`ALTER TABLE public."${table}" DISABLE TRIGGER USER`)
      await client.query(`TRUNCATE ${list(tables)}`)
    },

    async enableTriggers(tables: readonly string[]): Promise<void> {
      for (const table of tables) await client.query(`ALTER TABLE public."${table}" ENABLE TRIGGER USER`)
    },

    /** The last number that each identity has given. */
    async listSequences(): Promise<GivenNumber[]> {
      const { rows } = await client.query<GivenNumber>(
        `SELECT sequencename AS sequence, last_value::text AS last FROM pg_sequences
         WHERE schemaname = 'public' AND last_value IS NOT NULL`,
      )
      return rows
    },

    /** Lets identities go on after the numbers that they have given, so that none is given again. */
    async raiseSequences(given: readonly GivenNumber[]): Promise<void> {
      for (const { sequence, last } of given) {
        await client.query(
          `SELECT setval($1::regclass, $2::bigint) FROM public."${sequence}"
           WHERE last_value < $2::bigint OR (last_value = $2::bigint AND NOT is_called)`,
          [`public."${sequence}"`, last],
        )
      }
    },

    async commit(): Promise<void> {
      await client.query(`DROP SCHEMA ${before} CASCADE`)
      await client.query('COMMIT')
    },

    async rollBack(): Promise<void> {
      await client.query('ROLLBACK')
    },

    /** Lets the database know how much is where: until then it would plan its queries for empty tables. */
    async analyze(tables: readonly string[]): Promise<void> {
      await client.query(`ANALYZE ${list(tables)}`)
    },
  }
}

async function beginAlone(client: pg.Client, tables: readonly string[]): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    await client.query('BEGIN')
    try {
      await client.query(`SET LOCAL lock_timeout = ${lockPatience}`)
      await client.query('SET LOCAL idle_in_transaction_session_timeout = 0')
      await client.query(`LOCK TABLE ${list(tables)} IN ACCESS EXCLUSIVE MODE`)
      await client.query('SET LOCAL lock_timeout = 0')
      return
    } catch (error) {
      await client.query('ROLLBACK')
      if (attempt === lockAttempts || !isPassing(error)) throw error
    }
  }
}

const list = (tables: readonly string[]) => tables.map((table) => `public."${table}"`).join(', ')

/** Whether a lock was not to be had now, but may be soon: it took too long, or two waited for each other. */
function isPassing(error: unknown): boolean {
  const { code } = error as { code?: string }
  return code === '55P03' || code === '40P01'
}
