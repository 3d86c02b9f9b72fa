interface GroupOptions {
  /** The most items in one group. */
  largest?: number
  /** Whether an error speaks of an item, rather than of the database. */
  isItemFault?: (error: unknown) => boolean
}

/**
 * Runs many small writes as few large ones: what arrives while one group is being written waits and goes with the
 * next, so that under load one commit (and one fsync) serves many callers, and alone a caller waits for nobody.
 *
 * `write` answers one result per item, in order. A group that fails through an item's fault is tried again item by item, so that one bad
 * item fails alone; `write` must therefore be safe to repeat.
 */
export function groupCommit<Item, Result>(
  write: (items: Item[]) => Promise<Result[]>,
  { largest = 500, isItemFault = () => true }: GroupOptions = {},
): (item: Item) => Promise<Result> {
  interface Waiting {
    item: Item
    resolve(result: Result): void
    reject(error: unknown): void
  }
  let waiting: Waiting[] = []
  let running = false

  async function settle(group: Waiting[]): Promise<void> {
    try {
      const results = await write(group.map(({ item }) => item))
      if (results.length !== group.length) throw new Error('a group was written but not answered in full')
      for (const [index, { resolve }] of group.entries()) resolve(results[index] as Result)
    } catch (error) {
      // A database that is away refuses everyone; asking once for each would make the last one wait for all.
      if (group.length === 1 || !isItemFault(error)) for (const { reject } of group) reject(error)
      else for (const one of group) await settle([one])
    }
  }

  async function run(): Promise<void> {
    running = true
    // One turn of the event loop, so that what is already on its way shares the first commit.
    await new Promise((resolve) => setImmediate(resolve))
    while (waiting.length > 0) {
      const group = waiting.slice(0, largest)
      waiting = waiting.slice(largest)
      await settle(group)
    }
    running = false
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (!running) void run()
    })
}
