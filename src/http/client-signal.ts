import type { FastifyReply } from 'fastify'
import { Problem } from '#shared/problem.ts'

/** A signal that is aborted once the client has gone before its answer was written. */
export function signalOfClient(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  const abort = () => {
    // Nobody will read it; it only keeps the log from calling it a failure of ours.
    if (!reply.raw.writableFinished) controller.abort(new Problem('bad_request', 400))
  }
  // It may have gone already, while its session was looked up.
  if (reply.raw.destroyed) abort()
  else reply.raw.once('close', abort)
  return controller.signal
}
