import { collectDefaultMetrics, type Registry } from 'prom-client'
import { z } from 'zod'
import type { WriteCheck } from '#platform/disk/write-check.ts'
import { type Database, pingDatabase } from '#platform/postgres.ts'
import { Problem } from '#shared/problem.ts'
import { findBearerToken, isSameToken } from './access.ts'
import { defineRoutes } from './routes.ts'

interface HealthOptions {
  db: Database
  registry: Registry
  metricsToken: string | undefined
  /** Why nothing can be written. */
  findWriteFault: WriteCheck
  /** The state of the process. */
  phase: () => 'starting' | 'serving' | 'stopping'
  /** Whether visitors get the page of the maintenance, which only a process that counts as ready can send. */
  isUnderMaintenance: () => boolean
}

const Status = z.object({ status: z.string() })
const loopback = /^(127\.|::1$|::ffff:127\.)/

/**
 * `/healthz` while the process runs, `/readyz` while it can serve, and `/metrics` with its token, or from this machine only
 * when there is none.
 */
export const healthRoutes = (options: HealthOptions) => {
  const { db, registry, metricsToken, findWriteFault, phase, isUnderMaintenance } = options
  return defineRoutes((server) => {
    collectDefaultMetrics({ register: registry })

    let checkedAt = Number.NEGATIVE_INFINITY
    let answer: Promise<boolean> | undefined
    /** Queries the database at most once a second. */
    function isDatabaseThere(): Promise<boolean> {
      const now = performance.now()
      if (!answer || now - checkedAt > 1_000) {
        checkedAt = now
        answer = pingDatabase(db)
      }
      return answer
    }

    server.get(
      '/healthz',
      {
        config: { access: 'public', isVital: true },
        schema: { hide: true, response: { 200: Status } },
        logLevel: 'warn',
      },
      async (_request, reply) => {
        reply.header('cache-control', 'no-store')
        return { status: 'ok' }
      },
    )

    server.get(
      '/readyz',
      {
        config: { access: 'public', isVital: true },
        schema: { hide: true, response: { 200: Status, 503: Status } },
        logLevel: 'warn',
      },
      async (_request, reply) => {
        reply.header('cache-control', 'no-store')
        if (phase() !== 'serving') return reply.status(503).send({ status: phase() })
        const [isThere, writeFault] = await Promise.all([isDatabaseThere(), findWriteFault()])
        // A full disk can be why PostgreSQL has ended.
        const fault = writeFault ?? (isThere ? undefined : 'database away')
        if (fault) return reply.status(503).send({ status: fault })
        return { status: isUnderMaintenance() ? 'maintenance' : 'ready' }
      },
    )

    server.get(
      '/metrics',
      { config: { access: 'public', isVital: true }, schema: { hide: true }, logLevel: 'warn' },
      async (request, reply) => {
        // A proxy on this machine connects from loopback too, but adds one of these headers.
        const isLocal =
          metricsToken === undefined &&
          loopback.test(request.raw.socket.remoteAddress ?? '') &&
          !request.headers['x-forwarded-for'] &&
          !request.headers.forwarded
        if (!isLocal && !isSameToken(findBearerToken(request), metricsToken))
          throw new Problem('not_found', 404)
        reply.header('cache-control', 'no-store').header('content-type', registry.contentType)
        return registry.metrics()
      },
    )
  })
}
