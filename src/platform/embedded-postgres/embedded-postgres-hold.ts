import { rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { describeFullDisk, isDiskFull } from '#platform/disk/disk-space.ts'
import type { Logger } from '#platform/log.ts'
import {
  isPostmaster,
  type Postmaster,
  readPostmaster,
  removeStale,
  type StartedPostgres,
  startPostgres,
} from './embedded-postgres-cluster.ts'
import { moveLetters, writeCreation } from './embedded-postgres-letters.ts'
import { createSocketFolder, EmbeddedPostgresError, type Places } from './embedded-postgres-places.ts'

/** A connection that is held for as long as this process owns the data folder, and the PostgreSQL it leads to. */
export interface Hold {
  readonly client: pg.Client
  readonly postmaster: Postmaster
  /** Undefined when another process started it. */
  readonly started: StartedPostgres | undefined
}

// The advisory lock of the data folder's owner; any fixed number.
const ownerLock = 7_203_640
const databaseName = 'firmeza'
const timeouts = { start: 60_000, recovery: 600_000, owner: 1_000, stop: 20_000 }

/** Owns a cluster, whose PostgreSQL is started if none is running. @throws {EmbeddedPostgresError} when another process owns it */
export async function acquire(
  places: Places,
  settings: Readonly<Record<string, string>>,
  log: Logger,
): Promise<Hold> {
  for (;;) {
    const next = await connectRunning(places, settings, log)
    // A server that its owner is stopping closes this connection; then we try again.
    const owned = await takeOwnership(next.client, places.dataDir).catch((error: unknown) => {
      if (isAway(error)) return false
      throw error
    })
    if (owned) return next
    await next.client.end().catch(() => {})
  }
}

/** Stops the PostgreSQL of a data folder whose owner was killed. Returns whether none runs there now. */
export async function stopAbandoned(dataDir: string): Promise<boolean> {
  const cluster = join(dataDir, 'postgres')
  const postmaster = await readPostmaster(cluster)
  if (!postmaster) return true
  const client = await connect(postmaster.socketFolder)
  if (client === 'silent') return !(await isPostmaster(postmaster.pid, cluster))
  if (client === 'starting') return false
  try {
    if (!(await takeOwnership(client, dataDir))) return false
    await endPostgres({ client, postmaster, started: undefined }, cluster)
    return true
  } catch (error) {
    if (error instanceof EmbeddedPostgresError) return false
    throw error
  } finally {
    await client.end().catch(() => {})
  }
}

/** The address of the product's database in the PostgreSQL whose socket is in a folder. */
export const addressOf = (socketFolder: string): string =>
  `postgres://firmeza@localhost:5432/${databaseName}?host=${encodeURIComponent(socketFolder)}&sslmode=disable`

/** A connection to the PostgreSQL of this cluster, which is started if none is running. */
async function connectRunning(
  places: Places,
  settings: Readonly<Record<string, string>>,
  log: Logger,
): Promise<Hold> {
  const { cluster } = places
  const begun = Date.now()
  let started: StartedPostgres | undefined
  let isRecovering = false
  for (;;) {
    const postmaster = await readPostmaster(cluster)
    if (postmaster) {
      const answer = await connect(postmaster.socketFolder)
      if (typeof answer === 'object')
        return { client: answer, postmaster, started: started?.pid === postmaster.pid ? started : undefined }
      if (answer === 'starting' && !isRecovering && Date.now() - begun > 3_000) {
        isRecovering = true
        log.info('PostgreSQL is putting its data in order, as it was not stopped the last time')
      }
      if (answer === 'silent' && !(await isPostmaster(postmaster.pid, cluster))) {
        await removeStale(postmaster, cluster)
      }
    }
    const ended = started?.ended()
    if (!started || ended !== undefined) {
      // Right after a kill, remaining children of the dead server may hold its resources for a moment.
      const isPassing = ended === undefined || /lock file|shared memory|still in use/.test(ended)
      if (!isPassing) {
        if (await isDiskFull(places.dataDir))
          throw new EmbeddedPostgresError(describeFullDisk(places.dataDir))
        throw new EmbeddedPostgresError(
          `PostgreSQL did not start: ${ended} (more in ${places.dataDir}/postgres.log). Mend that, choose another folder with DATA_DIR, or set DATABASE_URL.`,
        )
      }
      if (!(await readPostmaster(cluster))) {
        started = await startPostgres(places, await createSocketFolder(places), settings)
      }
    }
    if (Date.now() - begun > (isRecovering ? timeouts.recovery : timeouts.start)) {
      throw new EmbeddedPostgresError(
        `PostgreSQL does not answer (see ${places.dataDir}/postgres.log): choose another folder with DATA_DIR, or set DATABASE_URL.`,
      )
    }
    await sleep(10)
  }
}

/** A connection as the superuser, or why there is none. */
export async function connect(
  socketFolder: string,
  database = 'postgres',
): Promise<pg.Client | 'starting' | 'silent'> {
  const client = new pg.Client({
    host: socketFolder,
    port: 5432,
    user: 'postgres',
    database,
    ssl: false,
    application_name: `firmeza owner ${process.pid}`,
    connectionTimeoutMillis: 5_000,
  })
  // A connection that breaks reports `end` as well, which is what is acted upon.
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch (error) {
    await client.end().catch(() => {})
    const code = codeOf(error)
    if (code === '57P03' || code === '53300') return 'starting'
    if (code === 'ECONNREFUSED' || code === 'ENOENT' || isAway(error)) return 'silent'
    throw error
  }
}

async function takeOwnership(client: pg.Client, dataDir: string): Promise<boolean> {
  const begun = Date.now()
  for (;;) {
    const { rows } = await client.query<{ owned: boolean }>('SELECT pg_try_advisory_lock($1) AS owned', [
      ownerLock,
    ])
    if (rows[0]?.owned) return true
    // PostgreSQL may need a moment to notice that a killed owner has disconnected.
    if (Date.now() - begun > timeouts.owner) break
    await sleep(25)
  }
  const { rows } = await client.query<{ name: string }>(
    `SELECT application_name AS name FROM pg_locks JOIN pg_stat_activity USING (pid)
     WHERE locktype = 'advisory' AND granted AND objid = $1`,
    [ownerLock],
  )
  const owner = rows[0]?.name.match(/\d+$/)?.[0]
  await client.end().catch(() => {})
  throw new EmbeddedPostgresError(
    `The data folder ${dataDir} is in use by another process${owner ? ` (${owner})` : ''}: set DATABASE_URL to run several processes on one PostgreSQL, or DATA_DIR to run a second site.`,
  )
}

/** Creates the database and its owner, who has no rights beyond it, or moves an earlier one over. */
export async function ensureDatabase(socketFolder: string, log: Logger): Promise<void> {
  // On connections of its own, whose memory is freed afterwards.
  const connectOwn = async (database: string) => {
    const client = await connect(socketFolder, database)
    if (typeof client === 'string') throw new Error('PostgreSQL ended right after its start')
    return client
  }
  const client = await connectOwn('postgres')
  const { rows } = await client.query<{ role: boolean; database: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = 'firmeza') AS role,
            EXISTS (SELECT FROM pg_database WHERE datname = $1) AS database`,
    [databaseName],
  )
  if (!rows[0]?.role) await client.query('CREATE ROLE firmeza LOGIN CREATEDB')
  if (!rows[0]?.database) await client.query(await writeCreation(client, databaseName, 'firmeza'))
  await client.end()
  if (rows[0]?.database) await moveLetters({ connect: connectOwn, database: databaseName, log })
}

/** Stops the PostgreSQL of a hold, which keeps it until then. */
export async function endPostgres({ postmaster: { pid }, started }: Hold, cluster: string): Promise<void> {
  const isRunning = async () => (started ? started.ended() === undefined : await isPostmaster(pid, cluster))
  // SIGINT is PostgreSQL's fast shutdown. SIGQUIT is its immediate shutdown, after which committed data is recovered at the
  // next start.
  for (const [signal, within] of [
    ['SIGINT', timeouts.stop],
    ['SIGQUIT', 5_000],
  ] as const) {
    if (!(await isPostmaster(pid, cluster))) break
    process.kill(pid, signal)
    for (const begun = Date.now(); (await isRunning()) && Date.now() - begun < within; ) await sleep(10)
  }
}

/** Removes the folder of a socket, which is outside of the data folder when the path of that is too long for one. */
export async function removeSocketFolder(socketFolder: string, folder: string): Promise<void> {
  if (relative(folder, socketFolder).startsWith('..'))
    await rm(socketFolder, { recursive: true, force: true })
}

function isAway(error: unknown): boolean {
  const code = codeOf(error)
  // Connection failures, and the server's message that it is shutting down.
  if (code !== undefined) return /^(57P0[123]|08...|ECONNRESET|EPIPE)$/.test(code)
  return error instanceof Error && /connection|not queryable|timeout/i.test(error.message)
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
