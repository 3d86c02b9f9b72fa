/**
 * Runs many small writes as few large ones: what arrives while one group is being written waits and goes with the
 * next, so that under load one commit (and one fsync) serves many callers, and alone a caller waits for nobody.
 *
 * `write` answers one result per item, in order. A group that fails is tried again item by item, so that one bad
 * item fails alone; `write` must therefore be safe to repeat.
 */
export function groupCommit<Item, Result>(
  write: (items: Item[]) => Promise<Result[]>,
  { largest = 500 }: { largest?: number } = {},
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
      if (group.length === 1) group[0]?.reject(error)
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
