import type { ClientBase } from 'pg'
import { createLoadStore } from './load-store.ts'
import type { SnapshotTable, TablePartition, TableSequence } from './snapshot-store.ts'

/** What is loaded into a schema that is that of exactly its migrations. */
export interface Load {
  tables: readonly Pick<SnapshotTable, 'name' | 'columns'>[]
  partitions: readonly TablePartition[]
  sequences: readonly TableSequence[]
}

/**
 * Replaces the rows of some tables by what `load` copies into them, in the transaction of the caller. Triggers of the product do
 * not run, and foreign keys are checked at the end: meanwhile nobody else can use the tables. Other tables stay as they are.
 * @throws {Error} when the schema is another, or the rows do not fit
 */
export async function replaceRows(
  client: ClientBase,
  { tables, partitions, sequences }: Load,
  load: (copy: ReturnType<typeof createLoadStore>['copy']) => Promise<void>,
): Promise<void> {
  const names = tables.map(({ name }) => name)
  const store = createLoadStore(client)
  const columns = await store.listColumns()
  for (const table of tables) {
    const present = columns.get(table.name)
    if (!present || present.toSorted().join() !== table.columns.toSorted().join())
      throw new Error(`the table ${table.name} is not that of the copy`)
  }
  const keys = await store.dropForeignKeys(names)
  await store.setTriggers(names, 'DISABLE')
  await store.empty(names)
  await store.createPartitions(partitions)
  await load(store.copy)
  await store.setSequences(sequences)
  await store.addForeignKeys(keys)
  await store.setTriggers(names, 'ENABLE')
}
