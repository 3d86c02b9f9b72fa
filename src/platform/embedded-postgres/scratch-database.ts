import { randomBytes } from 'node:crypto'
import { chmod, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from '#platform/log.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { readPostmaster } from './embedded-postgres-cluster.ts'
import { removeSocketFolder, stopAbandoned } from './embedded-postgres-hold.ts'
import { isRoot } from './unprivileged-account.ts'

/** Runs work with an empty database that nobody else uses, and that is gone afterwards. */
export type WithScratchDatabase = <Result>(work: (databaseUrl: string) => Promise<Result>) => Promise<Result>

interface ScratchOptions {
  dataDir: string
  log: Logger
}

/** Fast instead of durable: nothing of it is ever read again. */
const settings = {
  ...{ fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' },
  ...{ shared_buffers: '64MB', maintenance_work_mem: '64MB', max_wal_size: '1GB', max_connections: '40' },
}

/** Longer than a cluster takes to be made: an older folder without a PostgreSQL was left by a process that was killed. */
const longestMaking = 10 * 60_000

/**
 * Databases in a PostgreSQL of their own, in the folder `scratch` of the data folder: no right is needed on the
 * product's database, and its disk and memory are not those of the product. What a killed process has left is stopped and
 * removed at the next use.
 */
export function createScratchDatabases({ dataDir, log }: ScratchOptions): WithScratchDatabase {
  const parent = join(dataDir, 'scratch')
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
        return await work(postgres.url)
      } finally {
        await postgres.stop()
        await removeSocketFolder(new URL(postgres.url).searchParams.get('host') ?? '', folder)
      }
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 3 })
    }
  }
}

/** Removes what processes have left that were killed. What another one uses now stays. */
async function removeLeft(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
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
