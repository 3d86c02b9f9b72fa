import { setTimeout as sleep, setImmediate as yieldToVisitors } from 'node:timers/promises'

/** So many requests a second mean that the process is needed by others. */
const busyRate = 100
/** How often that is looked at, and how far pages are apart then, in milliseconds: a thousand still take less than a minute. */
const lookEvery = 200
const spacing = 58

/** Creates the pause between two pages of a check: as short as can be, unless visitors are many. */
export function createPacing(countVisits: () => number): () => Promise<void> {
  let seen = { count: countVisits(), at: performance.now() }
  let isBusy = false
  let nextAt = 0
  return async () => {
    const now = performance.now()
    if (now - seen.at >= lookEvery) {
      const count = countVisits()
      isBusy = ((count - seen.count) / (now - seen.at)) * 1_000 > busyRate
      seen = { count, at: now }
    }
    if (!isBusy) {
      await yieldToVisitors()
      return
    }
    nextAt = Math.max(now, nextAt + spacing)
    await sleep(nextAt - now)
  }
}
