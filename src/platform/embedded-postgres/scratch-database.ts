import { randomBytes } from 'node:crypto'
import { chmod, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from '#platform/log.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { readPostmaster } from './embedded-postgres-cluster.ts'
import { removeSocketFolder, stopAbandoned } from './embedded-postgres-hold.ts'
import { isRoot } from './unprivileged-account.ts'

/** Runs work with an empty database that nobody else uses and a folder for what belongs to it: both are gone afterwards. */
export type WithScratchDatabase = <Result>(
  work: (databaseUrl: string, folder: string) => Promise<Result>,
) => Promise<Result>

interface ScratchOptions {
  dataDir: string
  log: Logger
}

/** Fast instead of durable: nothing of it is ever read again. */
const settings = {
  ...{ fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' },
  ...{ shared_buffers: '64MB', maintenance_work_mem: '64MB', max_wal_size: '1GB', max_connections: '40' },
}

/** Longer than a cluster takes to be made, also by an `initdb` whose parent was killed: an older folder without a PostgreSQL was left by a process that was killed. */
const longestMaking = 10 * 60_000

/**
 * Databases in a PostgreSQL of their own, in the folder `scratch` of the data folder: no right is needed on the
 * product's database, and its disk and memory are not those of the product. What a killed process has left is stopped and
 * removed at the next use, and by `removeLeftDatabases`.
 */
export function createScratchDatabases({ dataDir, log }: ScratchOptions): WithScratchDatabase {
  const parent = placeOf(dataDir)
  return async (work) => {
    await mkdir(parent, { recursive: true })
    // PostgreSQL runs as another account then, which has to pass through; files stay closed.
    if (isRoot())
      for (const folder of [dataDir, parent])
        await chmod(folder, ((await stat(folder)).mode & 0o7777) | 0o011)
    await removeLeft(parent)
    const folder = join(parent, randomBytes(6).toString('hex'))
    try {
      const postgres = await startEmbeddedPostgres({ dataDir: folder, log, settings })
      try {
        return await work(postgres.url, folder)
      } finally {
        await postgres.stop()
        await removeSocketFolder(new URL(postgres.url).searchParams.get('host') ?? '', folder)
      }
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 3 })
    }
  }
}

const placeOf = (dataDir: string) => join(dataDir, 'scratch')

/**
 * Stops and removes what killed processes have left: where no database is needed again for a long time, a PostgreSQL would run for
 * nobody until then.
 */
export const removeLeftDatabases = (dataDir: string): Promise<void> => removeLeft(placeOf(dataDir))

/** Removes what processes have left that were killed. What another one uses now stays. */
async function removeLeft(parent: string): Promise<void> {
  for (const name of await listFolders(parent)) {
    const folder = join(parent, name)
    const postmaster = await readPostmaster(join(folder, 'postgres'))
    if (postmaster) {
      if (!(await stopAbandoned(folder))) continue
      await removeSocketFolder(postmaster.socketFolder, folder)
    } else {
      const made = await stat(folder).catch(() => undefined)
      if (made && Date.now() - made.mtimeMs < longestMaking) continue
    }
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

const listFolders = (parent: string): Promise<string[]> =>
  readdir(parent).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
