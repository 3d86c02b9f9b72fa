import type { FastifyReply } from 'fastify'
import { Problem } from '#shared/problem.ts'

/** A signal that is aborted when the client disconnects before its response was written. */
export function signalOfClient(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  const abort = () => {
    // Nobody reads the response; as a 400 it is not logged as an internal error.
    if (!reply.raw.writableFinished) controller.abort(new Problem('bad_request', 400))
  }
  // The client may have disconnected during the look-up of its session.
  if (reply.raw.destroyed) abort()
  else reply.raw.once('close', abort)
  return controller.signal
}
