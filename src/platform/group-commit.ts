import { countAsWait, keepLimit } from '#platform/database/wait-limit.ts'

interface GroupOptions {
  /** The most items in one group. */
  largest?: number
  /** Whether an error was caused by an item, not by the database. */
  isItemFault?: (error: unknown) => boolean
}

/**
 * Combines many small writes into few large ones: items that arrive while a group is being written wait for the next group.
 * Under load one commit (and one fsync) serves many callers; a single caller does not wait.
 *
 * `write` returns one result per item, in order. When a group fails because of an item, its items are written one by one, so
 * that an invalid item fails alone; `write` must therefore be safe to repeat.
 *
 * An item waits for the group before its own as well: that time counts in the wait limit of its caller, and a group is
 * written within the limit of its oldest item.
 */
export function groupCommit<Item, Result>(
  write: (items: Item[]) => Promise<Result[]>,
  { largest = 500, isItemFault = () => true }: GroupOptions = {},
): (item: Item) => Promise<Result> {
  interface Waiting {
    item: Item
    /** Runs work in the wait limit of the caller. */
    inLimit<Work>(work: () => Work): Work
    resolve(result: Result): void
    reject(error: unknown): void
  }
  let waiting: Waiting[] = []
  let running = false

  async function settle(group: Waiting[]): Promise<void> {
    const [oldest] = group
    if (!oldest) return
    try {
      const results = await oldest.inLimit(() => write(group.map(({ item }) => item)))
      if (results.length !== group.length) throw new Error('a group was written but not answered in full')
      for (const [index, { resolve }] of group.entries()) resolve(results[index] as Result)
    } catch (error) {
      // An unreachable database fails for every item; trying each would make the last one wait for all.
      if (group.length === 1 || !isItemFault(error)) for (const { reject } of group) reject(error)
      else for (const one of group) await settle([one])
    }
  }

  async function run(): Promise<void> {
    running = true
    // One turn of the event loop, so that simultaneous items share the first commit.
    await new Promise((resolve) => setImmediate(resolve))
    while (waiting.length > 0) {
      const group = waiting.slice(0, largest)
      waiting = waiting.slice(largest)
      await settle(group)
    }
    running = false
  }

  return (item) => {
    const result = new Promise<Result>((resolve, reject) => {
      waiting.push({ item, inLimit: keepLimit(), resolve, reject })
      if (!running) void run()
    })
    return countAsWait(result)
  }
}
