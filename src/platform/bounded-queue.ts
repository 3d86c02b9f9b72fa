import { Problem } from '#shared/problem.ts'

/** Runs a limited number of tasks at a time, in their order; refuses tasks when the queue is full. */
export interface BoundedQueue {
  /** Runs `work` once there is a free slot. An aborted signal removes waiting work; running work must observe it itself. */
  run<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result>
  /** Rejects all waiting and later tasks. */
  close(reason: Error): void
}

export interface BoundedQueueOptions {
  /** Tasks that run at the same time. */
  concurrency: number
  /** Tasks that may wait; beyond, a task is refused. */
  maxWaiting: number
  /** Seconds after which a refused client may try again. */
  retryAfter?: number
  /** The status and the sentence of a refusal; by default 503, overloaded. */
  refusal?: { code: string; status: number }
}

interface Waiting {
  start(): void
  refuse(reason: unknown): void
}

/** Creates a queue with a limit on what runs and on what waits. */
export function createBoundedQueue({
  concurrency,
  maxWaiting,
  retryAfter = 5,
  refusal = { code: 'overloaded', status: 503 },
}: BoundedQueueOptions): BoundedQueue {
  const waiting = new Set<Waiting>()
  let running = 0
  let closedBecause: Error | undefined

  function acquireSlot(signal: AbortSignal | undefined): Promise<void> | undefined {
    if (closedBecause) throw closedBecause
    signal?.throwIfAborted()
    if (running < concurrency) {
      running += 1
      return undefined
    }
    if (waiting.size >= maxWaiting) throw new Problem(refusal.code, refusal.status, { retryAfter })
    return new Promise((resolve, reject) => {
      const leave = () => {
        waiting.delete(entry)
        signal?.removeEventListener('abort', abort)
      }
      const entry: Waiting = {
        start() {
          leave()
          resolve()
        },
        refuse(reason) {
          leave()
          reject(reason)
        },
      }
      const abort = () => entry.refuse(signal?.reason)
      signal?.addEventListener('abort', abort)
      waiting.add(entry)
    })
  }

  function releaseSlot(): void {
    const [next] = waiting
    // The slot is handed over, so that no task that arrives in between can take it.
    if (next) next.start()
    else running -= 1
  }

  return {
    async run(work, signal) {
      // Work with a free slot starts synchronously, before the queue can be closed.
      const slot = acquireSlot(signal)
      if (slot) await slot
      try {
        return await work()
      } finally {
        releaseSlot()
      }
    },
    close(reason) {
      closedBecause = reason
      for (const entry of waiting) entry.refuse(reason)
    },
  }
}
