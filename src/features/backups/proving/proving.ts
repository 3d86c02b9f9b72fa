import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { isDeepStrictEqual } from 'node:util'
import type { Archive, ArchivedTable } from '#features/backups/archive/archive.ts'
import { loadInTransaction } from '#features/backups/archive/loading.ts'
import { openArchive } from '#features/backups/archive/reading.ts'
import { openSnapshot, type Snapshot, type SnapshotTable } from '#features/backups/archive/snapshot-store.ts'
import { listMigrations } from '#platform/database/migrations.ts'
import type { WithScratchDatabase } from '#platform/embedded-postgres/scratch-database.ts'
import { migrateDatabase } from '#platform/postgres.ts'
import type { ProvePages } from './page-proof.ts'
import { hashRows } from './row-hash.ts'

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
  onStep?(step: ProofStep): void
  signal?: AbortSignal | undefined
}

/** A backup that could not be restored as it was; the message is a sentence for the operator. */
export class ProofError extends Error {
  override name = 'ProofError'
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
    order.onStep?.(step)
    const begun = performance.now()
    const result = await work()
    durations[step] = Math.round(performance.now() - begun)
    return result
  }
  const options = { identities: order.identities, knownMigrations: listMigrations(), signal }
  const archive = await take('open', () => openArchive(order.open, options))
  try {
    const { manifest } = archive
    const pages = await order.withScratchDatabase(async (databaseUrl) => {
      await take('load', async () => {
        await migrateDatabase(databaseUrl, { only: manifest.migrations })
        await explain('its rows could not be loaded', () => loadInTransaction(databaseUrl, archive, signal))
      })
      await take('compare', () => compare(databaseUrl, archive, signal))
      await take('migrate', () =>
        explain('it could not be brought to the present version', () => migrateDatabase(databaseUrl)),
      )
      return take('render', () => render(databaseUrl, archive, order))
    })
    return {
      tables: manifest.tables.length,
      rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
      ...{ files: manifest.files.count, bytes: manifest.files.bytes, pages, durations },
    }
  } finally {
    await archive.close()
  }
}

async function render(databaseUrl: string, archive: Archive, order: ProofOrder): Promise<string[]> {
  const { provePages, config, secrets } = order
  const dataDir = await mkdtemp(join(tmpdir(), 'firmeza-proof-'))
  try {
    const own = archive.secret === undefined ? [] : [archive.secret]
    const { pages } = await explain('its pages could not be rendered', () =>
      provePages({ databaseUrl, dataDir, config, secrets: [...new Set([...own, ...secrets])] }),
    )
    return pages
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Compares what was loaded with what the archive says of itself. */
async function compare(
  databaseUrl: string,
  archive: Archive,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { manifest } = archive
  const snapshot = await openSnapshot(databaseUrl, signal)
  try {
    const archived = new Set(manifest.tables.map(({ name }) => name))
    const isArchived = ({ table }: { table: string }) => archived.has(table)
    if (!isDeepStrictEqual(snapshot.sequences.filter(isArchived), manifest.sequences))
      throw new ProofError('The backup is not restorable: numbers that were given would be given again.')
    const reordered = new Set<string>()
    for (const table of manifest.tables) {
      const sha256 = createHash('sha256')
      for await (const chunk of snapshot.copy(tableOf(snapshot, table))) sha256.update(chunk)
      if (sha256.digest('hex') !== table.sha256) reordered.add(table.name)
    }
    if (reordered.size > 0) await compareUnordered(snapshot, archive, reordered)
  } finally {
    await snapshot.close()
  }
}

/** A table need not keep the order in which its rows were loaded: their hashes are compared then. */
async function compareUnordered(
  snapshot: Snapshot,
  archive: Archive,
  names: ReadonlySet<string>,
): Promise<void> {
  await archive.read({
    async table(table, rows) {
      if (!names.has(table.name)) return
      const loaded = await hashRows(snapshot.copy(tableOf(snapshot, table)))
      if (loaded !== (await hashRows(rows)))
        throw new ProofError(
          `The backup is not restorable: rows of ${table.name} differ once they are loaded.`,
        )
    },
  })
}

function tableOf({ tables }: Snapshot, { name, columns }: ArchivedTable): SnapshotTable {
  const table = tables.find((one) => one.name === name)
  if (!table)
    throw new ProofError(`The backup is not restorable: the table ${name} is missing once it is loaded.`)
  return { ...table, columns }
}

/** Says of a failure what it means for the backup. */
async function explain<Result>(meaning: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Error) || error instanceof ProofError || error.name === 'ArchiveError') throw error
    throw new ProofError(`The backup is not restorable: ${meaning} (${error.message}).`, { cause: error })
  }
}
