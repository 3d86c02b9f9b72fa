import type { FastifyReply, FastifyRequest } from 'fastify'
import { signalOfClient } from '#http/client-signal.ts'
import { type BoundedQueueOptions, createBoundedQueue } from '#platform/bounded-queue.ts'

interface RequestTurnsOptions extends Pick<BoundedQueueOptions, 'refusal'> {
  /** Requests that are answered at the same time. */
  concurrency: number
  /** Requests that may wait, first come, first served. */
  maxWaiting: number
}

/**
 * A hook that lets in a few requests at a time, until their responses are over or their clients gone. As `preParsing` it
 * bounds what large bodies take in memory, since those that wait stay with their senders; as `preHandler`, the work alone.
 */
export function createRequestTurns(options: RequestTurnsOptions) {
  const queue = createBoundedQueue({ ...options, retryAfter: 10 })
  return (_request: FastifyRequest, reply: FastifyReply): Promise<undefined> =>
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
