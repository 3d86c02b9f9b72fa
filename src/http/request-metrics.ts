import type { FastifyInstance } from 'fastify'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether a response lasts for as long as its client listens. It is not counted among the requests. */
    isEndless?: boolean
  }
}

/** Metrics of every request that reaches the router. Cached responses are counted by the page cache. */
export function createRequestMetrics(registry: Registry) {
  const registers = [registry]
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long requests took, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers,
  })
  const inFlight = new Gauge({
    name: 'http_requests_in_flight',
    help: 'Requests that are being worked on',
    registers,
  })
  const refusals = new Counter({
    name: 'http_refusals_total',
    help: 'Requests and connections refused to protect the process, by reason',
    labelNames: ['reason'],
    registers,
  })

  return {
    /** Measures the requests of a server. */
    measure(server: FastifyInstance): void {
      server.addHook('onRequest', async (request, reply) => {
        if (request.routeOptions.config?.isEndless) return
        // The client may have disconnected during the look-up of its session.
        if (reply.raw.destroyed) return
        inFlight.inc()
        // Also called when the client disconnects before the response.
        reply.raw.once('close', () => inFlight.dec())
      })
      server.addHook('onResponse', async (request, reply) => {
        if (request.routeOptions.config?.isEndless) return
        const route = request.routeOptions.url ?? 'none'
        durations.observe(
          { method: request.method, route, status: reply.raw.statusCode },
          reply.elapsedTime / 1000,
        )
      })
    },

    /** Measures an answer of a direct route. */
    measureDirect: (route: string, status: number, seconds: number) =>
      durations.observe({ method: 'POST', route, status }, seconds),

    /** Counts a refusal that protects the process: a rate limit, shed load, too many connections. */
    countRefusal: (reason: string) => refusals.inc({ reason }),
  }
}
