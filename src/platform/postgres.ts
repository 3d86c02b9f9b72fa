import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { explainStartFailure, unusable } from '#platform/database/start-failures.ts'
import type { Logger } from './log.ts'
import { StartError } from './start-error.ts'

const migrationsFolder = fileURLToPath(new URL('../../migrations', import.meta.url))
// The advisory lock for migrations; any fixed number.
const migrationLock = 7_203_641

/** The database and everything that runs on it inside one transaction. */
export type Database = NodePgDatabase

export interface Postgres {
  db: Database
  pool: pg.Pool
  close(): Promise<void>
}

/**
 * A pool of connections to the database at `url`. Each costs PostgreSQL memory, which grows with its use: so they are closed
 * after a few idle seconds, and after a minute of use.
 */
export function connectPostgres(url: string, { log, max = 10 }: { log: Logger; max?: number }): Postgres {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    idleTimeoutMillis: 5_000,
    maxLifetimeSeconds: 60,
    connectionTimeoutMillis: 5_000,
    // A query that hangs must not block the visitor: PostgreSQL cancels it first, then the client.
    statement_timeout: 15_000,
    query_timeout: 20_000,
    application_name: 'firmeza',
  })
  // A connection that breaks while idle is replaced by the pool; without a listener it would end the process.
  pool.on('error', (error) => {
    if (!pool.ending) log.warn({ reason: error.message }, 'an idle database connection broke')
  })
  // A connection can break between the moment when it opens and the first query, when nobody else listens.
  pool.on('connect', (client) => client.on('error', () => {}))
  return { db: drizzle({ client: pool }), pool, close: () => pool.end() }
}

/** Whether the database answers. */
export function pingDatabase(db: Database): Promise<boolean> {
  return db.execute(sql`SELECT 1`).then(
    () => true,
    () => false,
  )
}

/**
 * Brings the database at `url` to the newest schema. Processes that start at once wait for each other under an
 * advisory lock. Needs PostgreSQL 15 or later.
 * @throws {StartError} when the database cannot be reached or used, or was made by a newer version; nothing is changed then
 */
export async function migrateDatabase(url: string): Promise<void> {
  let client: pg.Client | undefined
  try {
    client = createClient(url)
    await client.connect()
    await checkVersion(client)
    await client.query('SELECT pg_advisory_lock($1)', [migrationLock])
    await refuseUnknownMigrations(client)
    await migrate(drizzle({ client }), { migrationsFolder })
  } catch (error) {
    throw explainStartFailure(error, client) ?? error
  } finally {
    await client?.end()
  }
}

function createClient(url: string): pg.Client {
  try {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
    // A connection that breaks while no query runs; the next query reports it.
    client.on('error', () => {})
    return client
  } catch {
    throw unusable(
      'the address cannot be read; characters such as % and @ in a password are written %25 and %40',
    )
  }
}

async function checkVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ server_version_num: string }>('SHOW server_version_num')
  const version = Math.floor(Number(rows[0]?.server_version_num) / 10_000)
  if (version < 15) throw unusable(`it is PostgreSQL ${version}, and 15 or later is needed`)
}

/** Refuses a schema that this version does not know: its queries could fail, or damage data. */
async function refuseUnknownMigrations(client: pg.Client): Promise<void> {
  const table = 'drizzle.__drizzle_migrations'
  const { rows: found } = await client.query<{ exists: boolean }>(
    'SELECT to_regclass($1) IS NOT NULL AS exists',
    [table],
  )
  if (!found[0]?.exists) return
  const known = readMigrationFiles({ migrationsFolder }).map(({ name }) => name)
  const { rows } = await client.query<{ name: string }>(
    `SELECT name FROM ${table} WHERE name <> ALL ($1) ORDER BY name DESC LIMIT 1`,
    [known],
  )
  if (!rows[0]) return
  throw new StartError(
    `The database was made by a newer version of the product (it has the migration ${rows[0].name}): start that version, or restore a backup from before it.`,
  )
}
