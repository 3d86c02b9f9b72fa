import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import type { Logger } from './log.ts'

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
 */
export async function migrateDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    const { rows } = await client.query<{ version: string }>('SHOW server_version_num')
    const version = Number(rows[0]?.version)
    if (version < 150_000) {
      throw new Error(`PostgreSQL 15 or later is needed; this server is ${Math.floor(version / 10_000)}.`)
    }
    await client.query('SELECT pg_advisory_lock($1)', [migrationLock])
    await migrate(drizzle({ client }), { migrationsFolder })
  } finally {
    await client.end()
  }
}
