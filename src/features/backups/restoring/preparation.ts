import type { Archive } from '#features/backups/archive/archive.ts'
import { loadInTransaction } from '#features/backups/archive/loading.ts'
import { openSnapshot, type Snapshot } from '#platform/database/copying/snapshot-store.ts'
import { orderTables } from '#platform/database/copying/table-order.ts'
import { listMigrations } from '#platform/database/migrations.ts'
import type { WithScratchDatabase } from '#platform/embedded-postgres/scratch-database.ts'
import { migrateDatabase } from '#platform/postgres.ts'
import { countRows } from './scratch-store.ts'

/**
 * Runs work with the rows of an archive as the present schema has them. Those of an earlier version of the product are migrated
 * first, in a database of their own.
 */
export async function withPresentRows<Result>(
  archive: Archive,
  withScratchDatabase: WithScratchDatabase,
  work: (rows: Archive) => Promise<Result>,
): Promise<Result> {
  const { migrations } = archive.manifest
  if (migrations.join() === listMigrations().join()) return work(archive)
  return withScratchDatabase(async (url) => {
    await migrateDatabase(url, { only: migrations })
    await loadInTransaction(url, archive)
    await migrateDatabase(url)
    const snapshot = await openSnapshot(url)
    try {
      return await work(await describeSnapshot(url, snapshot, archive))
    } finally {
      await snapshot.close()
    }
  })
}

/** An archive without some of its tables. */
export function withoutTables(archive: Archive, names: ReadonlySet<string>): Archive {
  const { manifest } = archive
  const stays = ({ table }: { table: string }) => !names.has(table)
  return {
    ...archive,
    manifest: {
      ...manifest,
      tables: manifest.tables.filter(({ name }) => !names.has(name)),
      partitions: manifest.partitions.filter(stays),
      sequences: manifest.sequences.filter(stays),
    },
    read: (visitor) =>
      archive.read({
        ...visitor,
        async table(table, rows) {
          if (!names.has(table.name)) return visitor.table?.(table, rows)
          for await (const _ of rows);
        },
      }),
  }
}

/** The rows of a database, as if they came from an archive. */
async function describeSnapshot(url: string, snapshot: Snapshot, archive: Archive): Promise<Archive> {
  const tables = orderTables(snapshot.tables)
  const counts = await countRows(
    url,
    tables.map(({ name }) => name),
  )
  const described = tables.map((table) => ({
    table,
    entry: { name: table.name, columns: table.columns, rows: counts.get(table.name) ?? 0, sha256: '' },
  }))
  return {
    secret: archive.secret,
    manifest: {
      ...archive.manifest,
      migrations: [...snapshot.migrations],
      tables: described.map(({ entry }) => entry),
      partitions: [...snapshot.partitions],
      sequences: [...snapshot.sequences],
    },
    async read({ table: visit }) {
      for (const { table, entry } of described) await visit?.(entry, snapshot.copy(table))
    },
    close: async () => {},
  }
}
