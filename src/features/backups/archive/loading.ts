import type { ClientBase } from 'pg'
import { runLoading } from '#platform/database/copying/load-store.ts'
import { replaceRows } from '#platform/database/copying/loading.ts'
import type { FileStore } from '#platform/files/file-store.ts'
import type { Archive } from './archive.ts'

/**
 * Replaces the rows of all tables of an archive by those of the archive, in the transaction of the caller. The schema `public`
 * must be that of exactly the archive's migrations. Triggers of the product do not run, and foreign keys are checked at the end:
 * meanwhile nobody else can use the tables. Tables that the archive does not have stay as they are.
 * @throws {Error} when the schema is another, or the rows do not fit
 */
export async function loadTables(client: ClientBase, archive: Archive): Promise<void> {
  await replaceRows(client, archive.manifest, (copy) =>
    archive.read({
      async table(table, rows) {
        const count = await copy(table, rows)
        if (count !== table.rows) throw new Error(`${table.name} has got ${count} rows of ${table.rows}`)
      },
    }),
  )
}

/** Writes all files of an archive into a store, but those that it has already. Returns how many were written. */
export async function loadFiles(files: FileStore, archive: Archive): Promise<number> {
  let count = 0
  await archive.read({
    async file({ name, size }, content) {
      // A name is written once and its file never changes.
      if ((await files.find(name))?.size === size) return
      await files.write(name, content)
      count += 1
    },
  })
  return count
}

/** The same in a transaction of its own, which the signal ends. */
export const loadInTransaction = (
  databaseUrl: string,
  archive: Archive,
  signal?: AbortSignal,
): Promise<void> => runLoading(databaseUrl, (client) => loadTables(client, archive), signal)
