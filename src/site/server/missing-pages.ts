import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '#shared/problem.ts'

export interface MissingPageOptions {
  sendError(request: FastifyRequest, reply: FastifyReply, problem: Problem): Promise<void>
  /** Where a visitor is sent who would be told that there is nothing: `to` is null when it is gone for good. */
  findMoved(request: FastifyRequest): Promise<{ kind: number; to: string | null } | undefined>
}

/** Creates what is sent to visitors instead of a page: an error page or, where there would be nothing, the way to another page. */
export function createMissingPages({ sendError, findMoved }: MissingPageOptions) {
  return async (request: FastifyRequest, reply: FastifyReply, problem: Problem): Promise<void> => {
    const moved = problem.status === 404 ? await findMoved(request) : undefined
    if (!moved) return sendError(request, reply, problem)
    if (moved.to === null) return sendError(request, reply, new Problem('gone', 410))
    // Browsers ask again each time, so that a changed redirect is in force at once.
    reply.header('cache-control', 'no-cache').redirect(moved.to, moved.kind)
  }
}
