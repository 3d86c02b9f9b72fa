import type { ClientBase } from 'pg'
import type { FileStore } from '#platform/files/file-store.ts'
import type { Archive } from './archive.ts'
import { connectForLoading, createLoadStore } from './load-store.ts'

/**
 * Replaces the rows of all tables of an archive by those of the archive, in the transaction of the caller. The schema `public`
 * must be that of exactly the archive's migrations. Triggers of the product do not run, and foreign keys are checked at the end:
 * meanwhile nobody else can use the tables. Tables that the archive does not have stay as they are.
 * @throws {Error} when the schema is another, or the rows do not fit
 */
export async function loadTables(client: ClientBase, archive: Archive): Promise<void> {
  const { tables, partitions, sequences } = archive.manifest
  const names = tables.map(({ name }) => name)
  const store = createLoadStore(client)
  const columns = await store.listColumns()
  for (const table of tables) {
    const present = columns.get(table.name)
    if (!present || present.toSorted().join() !== table.columns.toSorted().join())
      throw new Error(`the table ${table.name} is not that of the archive`)
  }
  const keys = await store.dropForeignKeys(names)
  await store.setTriggers(names, 'DISABLE')
  await store.empty(names)
  await store.createPartitions(partitions)
  await archive.read({
    async table(table, rows) {
      const count = await store.copy(table, rows)
      if (count !== table.rows) throw new Error(`${table.name} has got ${count} rows of ${table.rows}`)
    },
  })
  await store.setSequences(sequences)
  await store.addForeignKeys(keys)
  await store.setTriggers(names, 'ENABLE')
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
export async function loadInTransaction(
  databaseUrl: string,
  archive: Archive,
  signal?: AbortSignal,
): Promise<void> {
  const client = await connectForLoading(databaseUrl)
  const stop = () => client.connection.stream.destroy(new Error('the loading was stopped'))
  signal?.addEventListener('abort', stop, { once: true })
  try {
    await client.query('BEGIN')
    await loadTables(client, archive)
    await client.query('COMMIT')
  } finally {
    signal?.removeEventListener('abort', stop)
    await client.end().catch(() => {})
  }
}
