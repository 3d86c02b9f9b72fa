import type { preParsingAsyncHookHandler } from 'fastify'
import { signalOfClient } from '#http/client-signal.ts'
import { createBoundedQueue } from '#platform/bounded-queue.ts'

interface RequestTurnsOptions {
  /** Requests that are read and answered at the same time. */
  concurrency: number
  /** Requests that may wait; their bodies stay with their senders. */
  maxWaiting: number
}

/**
 * A `preParsing` hook for routes that take large bodies: lets a few requests in at a time, so that what they hold in
 * memory is bounded. Beyond those that may wait it refuses with 503.
 */
export function createRequestTurns(options: RequestTurnsOptions): preParsingAsyncHookHandler {
  const queue = createBoundedQueue({ ...options, retryAfter: 10 })
  return (_request, reply) =>
    new Promise((resolve, reject) => {
      const isOver = new Promise<void>((end) => reply.raw.once('close', end))
      queue
        .run(() => {
          resolve(undefined)
          return isOver
        }, signalOfClient(reply))
        .catch(reject)
    })
}
