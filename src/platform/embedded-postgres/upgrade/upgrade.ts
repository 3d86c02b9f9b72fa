import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { type Copied, type CopyProgress, copyDatabase } from '#platform/database/copying/copy.ts'
import { findMoved, markMoved } from '#platform/database/moved-mark.ts'
import { findDiskSpace } from '#platform/disk/disk-space.ts'
import {
  adoptCluster,
  ensureCluster,
  readMajor,
  readPostmaster,
} from '#platform/embedded-postgres/embedded-postgres-cluster.ts'
import {
  acquire,
  addressOf,
  connect,
  endPostgres,
  ensureDatabase,
  type Hold,
  removeSocketFolder,
  stopAbandoned,
} from '#platform/embedded-postgres/embedded-postgres-hold.ts'
import {
  EmbeddedPostgresError,
  ownMajor,
  type Places,
} from '#platform/embedded-postgres/embedded-postgres-places.ts'
import { type Logger, messageOf } from '#platform/log.ts'
import { findEarlierPrograms } from './earlier-programs.ts'
import { removeFetched } from './fetched-programs.ts'
import { complete, draftOf, finishSwap } from './swap.ts'

interface UpgradeOptions {
  settings: Readonly<Record<string, string>>
  log: Logger
  earlierPrograms: string | undefined
}

/** For the one load of everything. */
const loadSettings = { maintenance_work_mem: '128MB', max_wal_size: '2GB', autovacuum: 'off' }
/** The least that the new cluster takes beside the rows, in bytes. */
const emptyCluster = 100_000_000

/**
 * Moves a cluster of an earlier major version of PostgreSQL to the present one: everything is copied into a new cluster beside it and
 * compared there, and then the two change places. The old one is kept. Killed at any moment, the next start repeats or ends it.
 * @throws {EmbeddedPostgresError} when it cannot be done; the old cluster is as it was then
 */
export async function upgradeCluster(places: Places, options: UpgradeOptions): Promise<void> {
  const { log, earlierPrograms } = options
  await exchange(places, log)
  const from = await readMajor(places.cluster)
  const to = await ownMajor()
  if (from === undefined || from >= to) return
  await refuseWithoutSpace(places, to)
  const binaries = await findEarlierPrograms(from, { places, log, named: earlierPrograms })
  await adoptCluster(places)
  const old = { ...places, binaries }
  const hold = await acquire(old, options.settings, log)
  try {
    await discardDraft(places)
    log.info(
      { from, to },
      'the database is moved to the new major version of PostgreSQL; the site opens afterwards',
    )
    const copied = await makeDraft(hold, places, options)
    log.info({ ...copied }, 'all rows are copied and compared')
  } catch (error) {
    await discardDraft(places).catch(() => {})
    if (error instanceof EmbeddedPostgresError) throw error
    throw new EmbeddedPostgresError(
      `The database in ${places.cluster} could not be moved from PostgreSQL ${from} to ${to}: ${messageOf(error)} It is as it was: start again once that is mended, or go on with the version of the program before.`,
      { cause: error },
    )
  } finally {
    // The lock is held until it ends.
    await endPostgres(hold, places.cluster)
    await hold.client.end().catch(() => {})
  }
  await complete(places, from)
  await exchange(places, log)
}

/** Puts a complete new cluster in place, after which the old programs are not needed any more. */
async function exchange(places: Places, log: Logger): Promise<void> {
  const from = await finishSwap(places, log)
  if (from !== undefined) await removeFetched(from, places.dataDir)
}

/** Makes the new cluster, with all rows, and stops its PostgreSQL. */
async function makeDraft(
  { postmaster }: Hold,
  places: Places,
  { settings, log }: UpgradeOptions,
): Promise<Copied> {
  const draft = draftOf(places)
  await mkdir(draft.dataDir, { mode: places.account ? 0o711 : 0o700 })
  await ensureCluster(draft)
  const hold = await acquire(draft, { ...loadSettings, ...settings }, log)
  try {
    await ensureDatabase(hold.postmaster.socketFolder, log)
    return await copyBetween(postmaster.socketFolder, hold.postmaster.socketFolder, log)
  } finally {
    await endPostgres(hold, draft.cluster)
    await hold.client.end().catch(() => {})
    await removeSocketFolder(hold.postmaster.socketFolder, draft.dataDir)
  }
}

async function copyBetween(from: string, to: string, log: Logger): Promise<Copied> {
  await tellOthers(from, log)
  const nothing: Copied = { tables: 0, rows: 0 }
  if (!(await hasProduct(from))) return nothing
  const source = new pg.Client({ connectionString: addressOf(from) })
  const target = new pg.Client({ connectionString: addressOf(to) })
  // The statement that runs reports it, or the next one.
  for (const client of [source, target]) client.on('error', () => {})
  try {
    await Promise.all([source.connect(), target.connect()])
    await source.query('BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY')
    const copied = await copyDatabase({ source, target, onProgress: tellEvery(5_000, log) })
    // Data that was moved elsewhere would else be opened again, as it was then.
    const mark = await findMoved(source)
    if (mark) await markMoved(target, mark)
    return copied
  } finally {
    await Promise.all([source, target].map((client) => client.end().catch(() => {})))
  }
}

/** Whether there is a database of the product with its migrations: a first start may have been cut before. */
async function hasProduct(socketFolder: string): Promise<boolean> {
  const main = await connectTo(socketFolder, 'postgres')
  const { rows } = await main
    .query("SELECT FROM pg_database JOIN pg_roles ON rolname = 'firmeza' WHERE datname = 'firmeza'")
    .finally(() => main.end())
  if (rows.length === 0) return false
  const client = await connectTo(socketFolder, 'firmeza')
  const found = await client
    .query<{ found: boolean }>("SELECT to_regclass('drizzle.__drizzle_migrations') IS NOT NULL AS found")
    .finally(() => client.end())
  return found.rows[0]?.found === true
}

/** Databases that an operator has made beside that of the product are not moved. */
async function tellOthers(socketFolder: string, log: Logger): Promise<void> {
  const client = await connectTo(socketFolder, 'postgres')
  const { rows } = await client
    .query<{ name: string }>(
      "SELECT datname AS name FROM pg_database WHERE NOT datistemplate AND datname <> ALL ('{postgres,firmeza}')",
    )
    .finally(() => client.end())
  if (rows.length > 0)
    log.warn(
      { databases: rows.map(({ name }) => name) },
      'databases that are not those of the product are not moved; the old folder keeps them for 30 days',
    )
}

async function connectTo(socketFolder: string, database: string): Promise<pg.Client> {
  const client = await connect(socketFolder, database)
  if (typeof client === 'string') throw new Error('PostgreSQL ended while it was read')
  return client
}

/** Logs the progress at most once in some milliseconds. */
function tellEvery(milliseconds: number, log: Logger): (progress: CopyProgress) => void {
  let told = Date.now()
  return ({ tables, rows }) => {
    if (Date.now() - told < milliseconds) return
    told = Date.now()
    log.info({ tables: `${tables.done}/${tables.total}`, rows }, 'the database is being moved')
  }
}

/** Removes what a killed process has left of a new cluster, whose PostgreSQL may still run. */
async function discardDraft(places: Places): Promise<void> {
  const draft = draftOf(places)
  const postmaster = await readPostmaster(draft.cluster)
  if (postmaster) {
    // One that is just starting or stopping answers in a moment.
    for (let attempt = 0; !(await stopAbandoned(draft.dataDir)); attempt += 1)
      if (attempt === 20) throw new Error(`PostgreSQL in ${draft.cluster} cannot be stopped.`)
    await removeSocketFolder(postmaster.socketFolder, draft.dataDir)
  }
  await rm(draft.dataDir, { recursive: true, force: true, maxRetries: 3 })
}

/** @throws {EmbeddedPostgresError} when there is no room for a second copy */
async function refuseWithoutSpace({ dataDir, cluster }: Places, to: number): Promise<void> {
  const space = await findDiskSpace(dataDir)
  if (!space || space.total === 0) return
  const needed = (await sizeOf(cluster)) + emptyCluster
  if (space.free >= needed) return
  const inMegabytes = (bytes: number) => `${Math.ceil(bytes / 1_000_000)} MB`
  throw new EmbeddedPostgresError(
    `The database is to be moved to PostgreSQL ${to}, which needs ${inMegabytes(needed)} on the disk of ${dataDir}, where ${inMegabytes(space.free)} are free: make room, or go on with the version of the program before. Nothing was changed.`,
  )
}

async function sizeOf(folder: string): Promise<number> {
  let size = 0
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile())
      size += (await stat(join(entry.parentPath, entry.name)).catch(() => ({ size: 0 }))).size
  return size
}
