import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { isOwnRequest } from '#http/own-requests/own-requests.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Seconds that its body may take to arrive; 30 by default. The server does not start with more than an hour. */
    bodySeconds?: number
  }
}

/** The longest that any route may allow: Node ends every request then. */
export const longestBodySeconds = 60 * 60

/** Limits the time in which the body of each request arrives, as its route says. */
export function limitBodies(server: FastifyInstance, refuse: (socket: Socket) => void): void {
  server.addHook('onRoute', ({ method, url, config }) => {
    if ((config?.bodySeconds ?? 0) > longestBodySeconds)
      throw new Error(`${method} ${url} gives its body more time than any request has`)
  })
  server.addHook('preParsing', (request, _reply, payload, done) => {
    const { bodySeconds = 30 } = request.routeOptions.config ?? {}
    limitBodyTime(request.raw, bodySeconds * 1000, refuse)
    // The stream of an empty body may have ended already; the parser would wait for its end for ever.
    const isOver = payload instanceof Readable && payload.readableEnded
    done(null, isOver ? Readable.from([]) : payload)
  })
}

/** Limits the time in which a request has to send its whole body. `refuse` answers 408 and closes the connection. */
export function limitBodyTime(
  request: IncomingMessage,
  milliseconds: number,
  refuse: (socket: Socket) => void,
): void {
  if (request.complete || isOwnRequest(request)) return
  const late = setTimeout(() => {
    // The body of a request that was refused early is not read, so that neither event is emitted.
    if (request.complete) return
    refuse(request.socket)
  }, milliseconds).unref()
  const isOver = () => clearTimeout(late)
  request.once('end', isOver).once('close', isOver)
}
