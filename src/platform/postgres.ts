import { sql } from 'drizzle-orm'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { recordCompatible, refuseNewerSchema } from '#platform/database/compatible-migrations.ts'
import { migrationsFolder, withMigrations } from '#platform/database/migrations.ts'
import { refuseMoved } from '#platform/database/moved-mark.ts'
import { LimitedPool } from '#platform/database/pool.ts'
import { refuseOtherDatabase, refusePooler } from '#platform/database/pooler-check.ts'
import { type DatabaseVariable, explainStartFailure, unusable } from '#platform/database/start-failures.ts'
import { runWithin, WaitLimit } from '#platform/database/wait-limit.ts'
import type { Logger } from './log.ts'

// The advisory lock for migrations; any fixed number.
export const migrationLock = 7_203_641

/** The database and everything that runs on it inside one transaction. */
export type Database = NodePgDatabase

/** How long the database may take, in milliseconds. */
export interface DatabaseLimits {
  /** For a connection, when all of the pool are in use or the database accepts none. */
  connection: number
  /** For one lock. PostgreSQL then ends the statement, which has changed nothing. */
  lock: number
  /** For one statement. PostgreSQL then ends it. */
  statement: number
}

/** Somebody waits: all of it together is less than the limit of a request. */
const limits: DatabaseLimits = { connection: 2_000, lock: 5_000, statement: 6_000 }
/** Nobody waits, and much is done in one statement. */
const backgroundLimits: DatabaseLimits = { connection: 10_000, lock: 60_000, statement: 300_000 }
const pingLimit = 2_000

/** The pools of a process. Together they open at most 20 connections. */
export interface Pools {
  requests: pg.Pool
  background: pg.Pool
  reserve: pg.Pool
  checks: pg.Pool
}

export interface Postgres {
  /** For requests; in `runInBackground`, the connections of the background. */
  db: Database
  pool: pg.Pool
  /** A few connections that remain when requests hold all the others: for signing in. */
  reserve: { db: Database; pool: pg.Pool }
  /** A connection that nobody else holds: for checks of health. */
  checks: Database
  pools: Pools
  close(): Promise<void>
}

interface PostgresOptions {
  log: Logger
  /** The most connections for requests. */
  max?: number
  /** Other limits for requests, for tests. */
  limits?: DatabaseLimits
  /** Whether a pooler lends the connections of the database for one transaction each. */
  isPooled?: boolean
}

/** Pools of connections to the database at `url`. They connect when they are first used. */
export function connectPostgres(
  url: string,
  { log, max = 10, limits: ownLimits = limits, isPooled = false }: PostgresOptions,
): Postgres {
  const common = { log, isPooled, limits: ownLimits }
  const background = createPool(url, { ...common, max: 6, limits: backgroundLimits })
  const pool = createPool(url, { ...common, max, background })
  const reserve = createPool(url, { ...common, max: 3 })
  const checks = createPool(url, { ...common, max: 1 })
  const pools = { requests: pool, background, reserve, checks }
  return {
    ...{ db: drizzle({ client: pool }), pool, pools },
    reserve: { db: drizzle({ client: reserve }), pool: reserve },
    checks: drizzle({ client: checks }),
    async close() {
      await Promise.all(Object.values(pools).map((one) => one.end()))
    },
  }
}

/** Connections to a replica at `url`, by a pooler or not. They connect when they are first used. */
export function connectReplica(url: string, { log, limits: ownLimits = limits }: PostgresOptions): pg.Pool {
  const common = { log, isPooled: true }
  const background = createPool(url, { ...common, max: 2, limits: backgroundLimits })
  const pool = createPool(url, { ...common, max: 5, limits: ownLimits, background })
  const end = pool.end.bind(pool)
  return Object.assign(pool, { end: () => Promise.all([end(), background.end()]) })
}

/**
 * A pool of connections. Each costs PostgreSQL memory, which grows with its use: so they are closed after a few idle
 * seconds, and after a minute of use.
 */
function createPool(
  url: string,
  { log, max, limits, isPooled, background }: Required<PostgresOptions> & { background?: pg.Pool },
): pg.Pool {
  const pool = new LimitedPool(
    {
      connectionString: url,
      max,
      idleTimeoutMillis: 5_000,
      maxLifetimeSeconds: 60,
      // A machine that disappears is noticed, while a database that is only slow confirms that it is there.
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      connectionTimeoutMillis: limits.connection,
      lock_timeout: limits.lock,
      statement_timeout: limits.statement,
      isPooled,
      // For a PostgreSQL that cannot end the statement itself.
      query_timeout: limits.statement + 500,
      application_name: 'firmeza',
    },
    background,
  )
  // A connection that breaks while idle is replaced by the pool; without a listener it would end the process.
  pool.on('error', (error) => {
    if (!pool.ending) log.warn({ reason: error.message }, 'an idle database connection broke')
  })
  // A connection can break between the moment when it opens and the first query, when nobody else listens.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** Whether the database answers, within two seconds. */
export function pingDatabase(db: Database): Promise<boolean> {
  return runWithin(new WaitLimit(pingLimit), async () => db.execute(sql`SELECT 1`)).then(
    () => true,
    () => false,
  )
}

interface MigrationOptions {
  /** The same database through a pooler, which `url` then leads past. */
  pooledUrl?: string | undefined
  /** For a database of an earlier state of the schema; by default all of them. */
  only?: readonly string[]
  /** The migrations, for tests. */
  folder?: string
}

/**
 * Brings the database at `url` to the newest schema. Processes that start at once wait for each other under an
 * advisory lock. Needs PostgreSQL 15 or later.
 * @throws {StartError} when the database cannot be reached or used, or was made by a newer version; nothing is changed then
 */
export async function migrateDatabase(
  url: string,
  { pooledUrl, only, folder = migrationsFolder }: MigrationOptions = {},
): Promise<void> {
  const variable = pooledUrl === undefined ? 'DATABASE_URL' : 'DATABASE_LISTEN_URL'
  await connectOnce(url, variable, async (client) => {
    await checkVersion(client, variable)
    await refusePooler(client, variable)
    await client.query('SELECT pg_advisory_lock($1)', [migrationLock])
    if (pooledUrl !== undefined)
      await connectOnce(pooledUrl, 'DATABASE_URL', (pooled) => refuseOtherDatabase(pooled, migrationLock))
    await refuseMoved(client)
    await refuseNewerSchema(client, folder)
    const db = drizzle({ client })
    await withMigrations({ only, folder }, (chosen) => migrate(db, { migrationsFolder: chosen }))
    await recordCompatible(client, folder)
  })
}

/** Uses a connection of its own. @throws {StartError} for what the operator can correct */
async function connectOnce(
  url: string,
  variable: DatabaseVariable,
  use: (client: pg.Client) => Promise<void>,
): Promise<void> {
  let client: pg.Client | undefined
  try {
    client = createClient(url, variable)
    await client.connect()
    await use(client)
  } catch (error) {
    throw explainStartFailure(error, client, variable) ?? error
  } finally {
    await client?.end()
  }
}

function createClient(url: string, variable: DatabaseVariable): pg.Client {
  try {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
    // A connection that breaks while no query runs; the next query reports it.
    client.on('error', () => {})
    return client
  } catch {
    throw unusable(
      'the address cannot be read; characters such as % and @ in a password are written %25 and %40',
      variable,
    )
  }
}

async function checkVersion(client: pg.Client, variable: DatabaseVariable): Promise<void> {
  const { rows } = await client.query<{ server_version_num: string }>('SHOW server_version_num')
  const version = Math.floor(Number(rows[0]?.server_version_num) / 10_000)
  if (version < 15) throw unusable(`it is PostgreSQL ${version}, and 15 or later is needed`, variable)
}
