import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { runWithin, WaitLimit } from '#platform/database/wait-limit.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route does much work on the database before it answers: only each of its queries is limited then. */
    isLong?: boolean
  }
}

const limitKey = Symbol('limit of waits for the database')

declare module 'fastify' {
  interface FastifyRequest {
    [limitKey]: WaitLimit | undefined
  }
}

/** Limits how long each request may wait for the database in all, in milliseconds; after that it is refused with 503. */
export function limitDatabaseWaits(server: FastifyInstance, milliseconds: number): void {
  server.decorateRequest(limitKey, undefined)
  server.addHook('onRequest', (request, _reply, done) => {
    if (request.routeOptions.config?.isLong) return done()
    const limit = new WaitLimit(milliseconds)
    request[limitKey] = limit
    runWithin(limit, done)
  })
  // Once more after the body, whose events belong to the connection and not to the request.
  server.addHook('preValidation', (request, _reply, done) => {
    const limit = request[limitKey]
    if (limit && request.body !== undefined) runWithin(limit, done)
    else done()
  })
  // A file that is being sent can no longer be refused; each of its queries has a limit.
  server.addHook('onSend', (request, _reply, payload, done) => {
    if (payload instanceof Readable) request[limitKey]?.lift()
    done(null, payload)
  })
}
