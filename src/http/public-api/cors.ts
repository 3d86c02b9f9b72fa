import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isOriginAllowed } from '#shared/origins.ts'

interface CorsOptions {
  /** The origins whose pages may call the API; `*` for all. */
  listOrigins(): readonly string[]
  isForApi(request: FastifyRequest): boolean
}

const allowed = {
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers': 'Authorization, Content-Type, Accept-Language',
  'access-control-max-age': '600',
} as const
const exposed = 'X-Total-Count, X-Total-Count-Is, Link, Retry-After, X-Request-Id, Server-Timing'

/**
 * Lets pages of the listed origins call the API (Fetch standard §3.3, "CORS protocol"). Without credentials: the API takes
 * tokens and no cookies. Our own code and not `@fastify/cors`, which sets headers that cached responses do not have.
 */
export function allowOrigins(server: FastifyInstance, { listOrigins, isForApi }: CorsOptions): void {
  server.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers
    if (origin === undefined || !isForApi(request)) return
    const isAllowed = isOriginAllowed(origin, listOrigins())
    // On the raw response, so that cached ones carry them too.
    if (isAllowed) {
      reply.raw.setHeader('access-control-allow-origin', origin)
      reply.raw.setHeader('access-control-expose-headers', exposed)
    }
    const isPreflight =
      request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined
    if (!isPreflight || !isAllowed) return
    return reply.status(204).headers(allowed).header('vary', 'Origin').send()
  })
}
