import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { watchKept } from '#platform/embedded-postgres/upgrade/kept.ts'
import { upgradeCluster } from '#platform/embedded-postgres/upgrade/upgrade.ts'
import type { Logger } from '#platform/log.ts'
import { ensureCluster, readPostmaster, removeHalfMade } from './embedded-postgres-cluster.ts'
import { acquire, addressOf, connect, endPostgres, ensureDatabase } from './embedded-postgres-hold.ts'
import { choosePlaces, EmbeddedPostgresError } from './embedded-postgres-places.ts'

/** PostgreSQL as a child of this process, in the product's data folder. */
export interface EmbeddedPostgres {
  readonly url: string
  /** The product's data folder, which is not always the one asked for: see `startEmbeddedPostgres`. */
  readonly dataDir: string
  /** The process id of PostgreSQL, which changes when it is restarted. */
  readonly pid: number
  /** Stops PostgreSQL; resolves once it has ended. */
  stop(): Promise<void>
}

interface Options {
  /** Undefined for the default: `data` beside the program, or under /var/lib where root's account cannot reach that. */
  dataDir: string | undefined
  log: Logger
  /** PostgreSQL settings that replace the default ones, for tests. */
  settings?: Readonly<Record<string, string>>
  /** Where the programs of an earlier major version are, for a database that was made by it. */
  earlierPrograms?: string | undefined
}

/**
 * Starts PostgreSQL 18 on the data folder, or takes over the one that a killed process left running there.
 *
 * The owner of a data folder is the process that holds an advisory lock in its PostgreSQL. The lock ends with the
 * connection, and so with the process, however that ends; of two processes that start at the same time one gets it.
 * When PostgreSQL ends by itself, it is restarted. Data of an earlier major version is moved over first, which may take
 * minutes.
 *
 * @throws {EmbeddedPostgresError} in one sentence that says what to do
 */
export async function startEmbeddedPostgres({
  dataDir,
  log,
  settings = {},
  earlierPrograms,
}: Options): Promise<EmbeddedPostgres> {
  const places = await choosePlaces(dataDir, log)
  let stopping = false
  await upgradeCluster(places, { settings, log, earlierPrograms })
  await ensureCluster(places)
  let hold = await acquire(places, settings, log)
  await removeHalfMade(places)
  await ensureDatabase(hold.postmaster.socketFolder, log)
  const kept = await watchKept(places, log)
  let returning: Promise<void> | undefined
  let stopped: Promise<void> | undefined
  watch()

  function watch(): void {
    const { client } = hold
    client.once('end', () => {
      if (stopping) return
      log.error({ log: `${places.dataDir}/postgres.log` }, 'PostgreSQL ended by itself and is started again')
      returning = comeBack()
    })
  }

  async function comeBack(): Promise<void> {
    for (let wait = 100; !stopping; wait = Math.min(wait * 2, 2_000)) {
      try {
        hold = await acquire(places, settings, log)
        watch()
        return
      } catch (error) {
        log.error(
          { reason: error instanceof Error ? error.message : String(error) },
          'PostgreSQL did not start',
        )
        await sleep(wait)
      }
    }
  }

  async function stop(): Promise<void> {
    stopping = true
    kept.close()
    await returning
    // The lock is held until PostgreSQL ends, so that no process takes over a server that is stopping.
    await endPostgres(hold, places.cluster)
    await hold.client.end().catch(() => {})
  }

  const { socketFolder } = hold.postmaster
  return {
    url: addressOf(socketFolder),
    dataDir: places.dataDir,
    get pid() {
      return hold.postmaster.pid
    },
    stop: () => {
      stopped ??= stop()
      return stopped
    },
  }
}

/**
 * The PostgreSQL of a data folder for a short while: that of a running server, which `stop` leaves running, or one that is
 * started for it.
 * @throws {EmbeddedPostgresError} also when there is no database yet, unless it makes one
 */
export async function openEmbeddedPostgres(
  options: Options & { makesDatabase?: boolean },
): Promise<Pick<EmbeddedPostgres, 'url' | 'dataDir' | 'stop'>> {
  const { cluster, dataDir } = await choosePlaces(options.dataDir, options.log)
  if (!existsSync(join(cluster, 'PG_VERSION')) && !options.makesDatabase) {
    throw new EmbeddedPostgresError(
      `There is no database in ${dataDir}: start the server once, or name its folder in DATA_DIR or its address in DATABASE_URL.`,
    )
  }
  const postmaster = await readPostmaster(cluster)
  const answer = postmaster && (await connect(postmaster.socketFolder))
  if (postmaster && typeof answer === 'object') {
    await answer.end()
    return { url: addressOf(postmaster.socketFolder), dataDir, stop: async () => {} }
  }
  return startEmbeddedPostgres(options)
}
