import type { FastifyReply } from 'fastify'
import { Problem } from '#shared/problem.ts'

/** A signal that is aborted once the client has gone before its answer was written. */
export function signalOfClient(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  reply.raw.once('close', () => {
    // Nobody will read it; it only keeps the log from calling it a failure of ours.
    if (!reply.raw.writableFinished) controller.abort(new Problem('bad_request', 400))
  })
  return controller.signal
}
