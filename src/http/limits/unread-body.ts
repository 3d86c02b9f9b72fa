import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { isOwnRequest } from '#http/own-requests/own-requests.ts'

// How long a client may go on sending a body that nobody reads, so that it can read why, in milliseconds.
const lingering = 2_000

/**
 * Closes a connection soon after an answer that was sent before the whole body had arrived: else Node reads the rest of it,
 * however long it is.
 */
export function closeUnreadBodies(server: FastifyInstance): void {
  server.addHook('onRequest', (request, reply, done) => {
    closeUnread(request.raw, reply.raw)
    done()
  })
}

function closeUnread(request: IncomingMessage, response: ServerResponse): void {
  if (request.complete || isOwnRequest(request)) return
  response.once('finish', () => {
    if (request.complete) return
    const late = setTimeout(() => {
      if (!request.complete) request.socket.destroy()
    }, lingering).unref()
    request.once('close', () => clearTimeout(late))
  })
}
