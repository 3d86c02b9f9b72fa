import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Archive } from '#features/backups/archive/archive.ts'
import { loadInTransaction } from '#features/backups/archive/loading.ts'
import { openArchive } from '#features/backups/archive/reading.ts'
import { listMigrations } from '#platform/database/migrations.ts'
import type { WithScratchDatabase } from '#platform/embedded-postgres/scratch-database.ts'
import { reasonOf } from '#platform/log.ts'
import { migrateDatabase } from '#platform/postgres.ts'
import { compareLoaded, ProofError } from './comparing.ts'
import type { ProvePages } from './page-proof.ts'

/** What was proven of a backup, with how long each step took in milliseconds. */
export interface Proof {
  tables: number
  rows: number
  files: number
  /** Of the stored files. */
  bytes: number
  /** The addresses of the pages that were rendered. */
  pages: string[]
  durations: Record<ProofStep, number>
}

export type ProofStep = 'open' | 'load' | 'compare' | 'migrate' | 'render'

export interface ProofOrder {
  /** Opens the archive where it is stored, from its beginning. */
  open(): Promise<Readable>
  /** Private keys of age, for archives that are encrypted. */
  identities: readonly string[]
  withScratchDatabase: WithScratchDatabase
  provePages: ProvePages
  /** The configuration of this installation, for its pages. */
  config: object
  /** The secrets of this installation, the present one first. */
  secrets: readonly string[]
  /** Called at the beginning of each step. */
  onStep?(step: ProofStep): void | Promise<void>
  signal?: AbortSignal | undefined
}

/**
 * Restores a backup into a database that is then thrown away, as a restore would, and compares everything: each row, each
 * number that was given, and, as the archive is read, each stored file. Then the database is brought to the present schema and
 * a few pages are rendered from it.
 * @throws {ArchiveError} when the archive is refused
 * @throws {ProofError} with a sentence of what differs
 */
export async function proveArchive(order: ProofOrder): Promise<Proof> {
  const { signal } = order
  const durations: Proof['durations'] = { open: 0, load: 0, compare: 0, migrate: 0, render: 0 }
  const take = async <Result>(step: ProofStep, work: () => Promise<Result>): Promise<Result> => {
    signal?.throwIfAborted()
    await order.onStep?.(step)
    const begun = performance.now()
    const result = await work()
    durations[step] = Math.round(performance.now() - begun)
    return result
  }
  const options = { identities: order.identities, knownMigrations: listMigrations(), signal }
  const archive = await take('open', () => openArchive(order.open, options))
  try {
    const { manifest } = archive
    const pages = await order.withScratchDatabase(async (databaseUrl, folder) => {
      await take('load', async () => {
        await migrateDatabase(databaseUrl, { only: manifest.migrations })
        await explain('its rows could not be loaded', () => loadInTransaction(databaseUrl, archive, signal))
      })
      await take('compare', () => compareLoaded(databaseUrl, archive, signal))
      await take('migrate', () =>
        explain('it could not be brought to the present version', () => migrateDatabase(databaseUrl)),
      )
      return take('render', () => render({ databaseUrl, dataDir: join(folder, 'pages') }, archive, order))
    })
    return {
      tables: manifest.tables.length,
      rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
      ...{ files: manifest.files.count, bytes: manifest.files.bytes, pages, durations },
    }
  } catch (error) {
    // What fails because it was stopped says nothing of the backup.
    signal?.throwIfAborted()
    throw error
  } finally {
    await archive.close()
  }
}

/** Renders pages. The folder is that of the scratch database: it goes with it, also when this process is killed. */
async function render(
  place: { databaseUrl: string; dataDir: string },
  archive: Archive,
  { provePages, config, secrets }: ProofOrder,
): Promise<string[]> {
  await mkdir(place.dataDir)
  const own = archive.secret === undefined ? [] : [archive.secret]
  const { pages } = await explain('its pages could not be rendered', () =>
    provePages({ ...place, config, secrets: [...new Set([...own, ...secrets])] }),
  )
  return pages
}

/** Says of a failure what it means for the backup. */
async function explain<Result>(meaning: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Error) || error instanceof ProofError || error.name === 'ArchiveError') throw error
    throw new ProofError(`The backup is not restorable: ${meaning} (${reasonOf(error)}).`, { cause: error })
  }
}
