import { createBoundedQueue } from '#platform/bounded-queue.ts'
import { Problem } from '#shared/problem.ts'

const retryAfter = 2

/**
 * Creates the queue of pages to be rendered: a few at a time, so that one client's many requests leave room for others. A
 * page that is not started within `timeout` milliseconds is refused with 503, as is one when the queue is full.
 */
export function createRenderQueue({ concurrency = 4, maxWaiting = 100 } = {}) {
  const queue = createBoundedQueue({ concurrency, maxWaiting, retryAfter })
  return async <Result>(render: () => Promise<Result>, timeout: number): Promise<Result> => {
    const signal = AbortSignal.timeout(timeout)
    let hasBegun = false
    try {
      return await queue.run(() => {
        hasBegun = true
        return render()
      }, signal)
    } catch (error) {
      if (hasBegun || error !== signal.reason) throw error
      throw new Problem('overloaded', 503, { retryAfter })
    }
  }
}
