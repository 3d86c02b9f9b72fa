import type { Database } from '#platform/postgres.ts'
import { createCountStore } from './count-store.ts'
import { createPartitionStore } from './partition-store.ts'

// One statement with this many takes about a quarter of a second.
const atOnce = 5_000

/** For how many batches a reader waits: a second at most. What then still waits is counted in the background. */
export const mostBatches = 4

/** Creates the counting of the views that wait. Both the poller and whoever reads the figures call it. */
export function createCounting(db: Database) {
  const created = new Set<string>()

  /** Creates the partitions of months, once in this process. */
  async function preparePartitions(transaction: Database, months: readonly string[]): Promise<void> {
    for (const month of months.filter((one) => !created.has(one))) {
      await createPartitionStore(transaction).create(month)
    }
  }

  /** Counts views that wait, in one transaction. @returns whether there may be more */
  async function countSome(): Promise<boolean> {
    const { months, found } = await db.transaction(async (transaction) => {
      const store = createCountStore(transaction)
      await store.lock()
      const months = await store.listMonths()
      await preparePartitions(transaction, months)
      return { months, found: await store.count(atOnce) }
    })
    for (const month of months) created.add(month)
    return found
  }

  return {
    /** Counts the views that wait, at most `most` batches. */
    async countWaiting(most = Number.POSITIVE_INFINITY): Promise<void> {
      for (let batches = 0; batches < most; batches++) if (!(await countSome())) return
    },
  }
}
export type Counting = ReturnType<typeof createCounting>
