import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Archive, ArchivedTable } from '#features/backups/archive/archive.ts'
import { hashRows } from '#platform/database/copying/row-hash.ts'
import { openSnapshot, type Snapshot, type SnapshotTable } from '#platform/database/copying/snapshot-store.ts'

/** A backup that could not be restored as it was; the message is a sentence for the operator. */
export class ProofError extends Error {
  override name = 'ProofError'
}

/** Compares a database into which an archive was loaded with what the archive says of itself. @throws {ProofError} */
export async function compareLoaded(
  databaseUrl: string,
  archive: Archive,
  signal?: AbortSignal | undefined,
): Promise<void> {
  const { manifest } = archive
  const snapshot = await openSnapshot(databaseUrl, { signal })
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
