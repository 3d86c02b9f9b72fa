import { runWithin, WaitLimit } from './wait-limit.ts'

/** How long the database may take, since the caller reads other metrics too. */
const readLimitMs = 1_000
/** For so long an answer is used again, so that several metrics are one query. */
const freshMs = 1_000

/** Creates a function that reads metrics from the database; it returns undefined while the database does not answer. */
export function createMetricReader<State>(read: () => Promise<State>): () => Promise<State | undefined> {
  let reading: Promise<State | undefined> = Promise.resolve(undefined)
  let readAt = Number.NEGATIVE_INFINITY
  return () => {
    if (performance.now() - readAt > freshMs) {
      readAt = performance.now()
      reading = runWithin(new WaitLimit(readLimitMs), read).catch(() => undefined)
    }
    return reading
  }
}
