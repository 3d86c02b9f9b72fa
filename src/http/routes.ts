import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'

/** A server whose routes read their types from their zod schemas. */
export type RouteServer = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>

/** A feature's routes, to be registered on the server by `app.ts`. */
export type Routes = (server: FastifyInstance) => Promise<void>

/** Wraps a feature's routes so that each one's types follow from its schema. */
export function defineRoutes(define: (server: RouteServer) => Promise<void> | void): Routes {
  return async (server) => define(server.withTypeProvider<ZodTypeProvider>())
}
