import type { FastifyInstance } from 'fastify'
import { Histogram, type Registry } from 'prom-client'

/** Times every request that reaches the router, by route and status. Kept answers are counted by the page cache. */
export function measureRequests(server: FastifyInstance, registry: Registry): void {
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long requests took, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  })
  server.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    durations.observe(
      { method: request.method, route, status: reply.raw.statusCode },
      reply.elapsedTime / 1000,
    )
  })
}
