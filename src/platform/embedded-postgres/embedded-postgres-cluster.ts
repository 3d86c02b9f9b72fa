import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import {
  mkdir,
  open,
  readdir,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  stat,
  unlink,
} from 'node:fs/promises'
import { basename, join } from 'node:path'
import { EmbeddedPostgresError, handOver, ownMajor, type Places } from './embedded-postgres-places.ts'
import { run, spawnOptions } from './unprivileged-account.ts'

/** The content of `postmaster.pid` of a running PostgreSQL. */
export interface Postmaster {
  readonly pid: number
  readonly socketFolder: string
}

/** A PostgreSQL that this process has started. */
export interface StartedPostgres {
  readonly pid: number
  /** Undefined while it runs; then its last message. */
  ended(): string | undefined
}

const port = 5432
const largestLog = 5_000_000

/** Settings for little memory and full durability. */
const settings: Readonly<Record<string, string>> = {
  port: String(port),
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '60',
  shared_buffers: '32MB',
  effective_cache_size: '256MB',
  work_mem: '4MB',
  maintenance_work_mem: '32MB',
  wal_buffers: '1MB',
  // For serializable transactions, which are not used.
  max_pred_locks_per_transaction: '10',
  // No replicas: less is written, and fewer processes run.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  min_wal_size: '32MB',
  max_wal_size: '512MB',
  checkpoint_timeout: '15min',
  // Processes that only cost memory on a small machine.
  io_method: 'sync',
  autovacuum_max_workers: '1',
  max_worker_processes: '2',
  max_parallel_workers_per_gather: '0',
  max_parallel_maintenance_workers: '0',
  jit: 'off',
  // After a crash one call syncs the disk, instead of one for each of a thousand files.
  ...(process.platform === 'linux' && { recovery_init_sync_method: 'syncfs' }),
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  // No statements and no values of failed ones in the log: they may contain personal data.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
}

/** The major version that a setting came with, where an earlier one that is started to read its data does not know it. */
const since: Readonly<Record<string, number>> = { io_method: 18 }

/**
 * Creates the database cluster if there is none. It is created under another name, synced and then renamed, so that an
 * existing cluster is always complete, however the process ended.
 */
export async function ensureCluster(places: Places): Promise<void> {
  const { cluster, account, dataDir } = places
  if (existsSync(join(cluster, 'PG_VERSION'))) {
    await refuseOtherMajor(cluster)
    await adoptCluster(places)
    return
  }
  if (existsSync(cluster) && (await readdir(cluster)).length > 0) {
    throw new EmbeddedPostgresError(
      `${cluster} is not empty and holds no database: move it away, choose another folder with DATA_DIR, or set DATABASE_URL.`,
    )
  }

  const half = join(dataDir, `postgres.new-${randomBytes(4).toString('hex')}`)
  try {
    await mkdir(half, { mode: 0o700 })
    await handOver(half, account)
    await initialize(half, places)
    await rename(half, cluster)
    await syncFolder(dataDir)
  } catch (error) {
    await rm(half, { recursive: true, force: true })
    // Another process that started at the same time was first, and may have removed our draft.
    if (existsSync(join(cluster, 'PG_VERSION'))) return
    throw new EmbeddedPostgresError(
      `The database in ${cluster} could not be made: ${error instanceof Error ? error.message : error}. Mend that, choose another folder with DATA_DIR, or set DATABASE_URL.`,
    )
  }
}

/** Gives a cluster that root has copied back, for instance from a backup of the files, to the account of PostgreSQL. */
export async function adoptCluster({ cluster, account }: Places): Promise<void> {
  if (!account || (await stat(cluster)).uid !== 0) return
  await run('chown', ['-R', '-h', `${account.uid}:${account.gid}`, cluster])
}

async function initialize(folder: string, { binaries, account }: Places): Promise<void> {
  const args = [
    ...['-D', folder, '-U', 'postgres', '--encoding=UTF8', '--locale=C', '--locale-provider=builtin'],
    ...['--builtin-locale=C.UTF-8', '--text-search-config=simple', '--data-checksums', '--wal-segsize=4'],
    // Access is controlled by the permissions of the socket's folder.
    ...['--auth-local=trust', '--auth-host=reject', '--no-instructions'],
  ]
  const { code, stderr } = await run(join(binaries, 'bin', 'initdb'), args, account)
  if (code !== 0) throw new Error(lastWords(stderr) || `initdb ended with ${code}`)
}

/** Removes the incomplete clusters of killed processes. Only for the process that owns the data folder. */
export async function removeHalfMade({ dataDir }: Places): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith('postgres.new-')) continue
    // An initdb that outlived its process may still be writing; what remains is removed at the next start.
    await rm(join(dataDir, name), { recursive: true, force: true, maxRetries: 3 }).catch(() => {})
  }
}

/** Starts PostgreSQL on the cluster, detached: a Ctrl-C must not end it before this process has stopped. */
export async function startPostgres(
  { dataDir, cluster, binaries, account }: Places,
  socketFolder: string,
  overrides: Readonly<Record<string, string>>,
): Promise<StartedPostgres> {
  await removeStaleLock(socketFolder, cluster)
  const logFile = join(dataDir, 'postgres.log')
  const size = (await stat(logFile).catch(() => undefined))?.size ?? 0
  if (size > largestLog) await rename(logFile, `${logFile}.1`)
  const log = await open(logFile, 'a', 0o600)
  const from = (await log.stat()).size
  const quotedFolder = `"${socketFolder.replaceAll('"', '""')}"`
  const major = (await readMajor(cluster)) ?? 0
  const known = Object.entries(settings).filter(([name]) => major >= (since[name] ?? 0))
  const all = { ...Object.fromEntries(known), unix_socket_directories: quotedFolder, ...overrides }
  const args = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(join(binaries, 'bin', 'postgres'), ['-D', cluster, ...args], {
    ...spawnOptions(account),
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  })
  let ended: string | undefined
  child.once('error', (error) => {
    ended = error.message
  })
  child.once('exit', async (code, signal) => {
    ended = (await tail(logFile, from)) || `it ended with ${signal ?? code}`
  })
  child.unref()
  await log.close()
  return { pid: child.pid ?? 0, ended: () => ended }
}

/** The PostgreSQL that `postmaster.pid` names, which may have ended; undefined when there is none. */
export async function readPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')
  const [pid, , , , socketFolder] = text.split('\n')
  return Number(pid) > 0 && socketFolder ? { pid: Number(pid), socketFolder } : undefined
}

/** Whether the process `pid` is the PostgreSQL of this cluster, and not another process that has got the same id. */
export async function isPostmaster(pid: number, cluster: string): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  if (process.platform === 'linux') {
    // The working directory of PostgreSQL is its cluster; a zombie process has none.
    const folder = await readlink(`/proc/${pid}/cwd`).catch(() => undefined)
    return folder !== undefined && folder === (await realpath(cluster))
  }
  const { stdout } = await run('ps', ['-o', 'comm=', '-p', String(pid)])
  return basename(stdout.trim()) === 'postgres'
}

/** Removes a `postmaster.pid` whose process has ended. PostgreSQL would not start when another process has its id. */
export async function removeStale(postmaster: Postmaster, cluster: string): Promise<void> {
  if ((await readPostmaster(cluster))?.pid !== postmaster.pid) return
  await unlink(join(cluster, 'postmaster.pid')).catch(() => {})
}

/** The same for the lock file of the socket, which is in a folder that only this cluster uses. */
async function removeStaleLock(socketFolder: string, cluster: string): Promise<void> {
  const file = join(socketFolder, `.s.PGSQL.${port}.lock`)
  const pid = Number((await readFile(file, 'utf8').catch(() => '')).split('\n')[0])
  if (pid > 0 && !(await isPostmaster(pid, cluster))) await unlink(file).catch(() => {})
}

/** The major version of the PostgreSQL that made a cluster; undefined when there is none. */
export async function readMajor(cluster: string): Promise<number | undefined> {
  const text = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : Number.parseInt(text, 10)
}

async function refuseOtherMajor(cluster: string): Promise<void> {
  const data = await readMajor(cluster)
  const own = await ownMajor()
  if (data === own) return
  throw new EmbeddedPostgresError(
    `The database in ${cluster} was made by PostgreSQL ${data}, and this installation has PostgreSQL ${own}: start the version of the program that made it, and move its data with a backup or with "npm run admin -- move-database".`,
  )
}

/** Has the names in a folder on the disk. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

async function tail(file: string, from: number): Promise<string> {
  const text = await readFile(file).catch(() => Buffer.alloc(0))
  return lastWords(text.subarray(from).toString('utf8'))
}

/** The line with the error of PostgreSQL, without time and process id. */
function lastWords(text: string): string {
  const lines = text.trim().split('\n')
  const telling = lines.find((line) => /\b(FATAL|PANIC|error):/.test(line)) ?? lines.at(-1) ?? ''
  return telling.replace(/^.*?\b(FATAL|PANIC|error):\s*/, '').replace(/\.$/, '')
}
