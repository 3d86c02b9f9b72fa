import type { FastifyRequest } from 'fastify'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { PageView, TakenView } from '#features/analytics/contract.ts'
import { viewPaths } from '#features/analytics/model.ts'
import type { FindClientCountry } from '#http/client-country.ts'
import { defineRoutes } from '#http/routes.ts'
import { transparentPixel } from '#http/transparent-pixel.ts'
import { secondsToWait } from '#platform/rate-limiter.ts'
import { Problem } from '#shared/problem.ts'
import type { Intake, Viewer } from './intake.ts'

interface ViewRouteOptions {
  intake: Intake
  findCountry: FindClientCountry
  /** How many views of one client are taken a minute; 0 means unlimited. */
  viewsPerMinute: number
}

/** The counting of views: by a script of the page, and by a picture for browsers without scripts. */
export const viewRoutes = ({ intake, findCountry, viewsPerMinute }: ViewRouteOptions) =>
  defineRoutes((server) => {
    const limiter = new RateLimiterMemory({ points: Math.max(1, viewsPerMinute), duration: 60 })
    const config = { access: 'public', rateLimit: 'own' } as const

    async function take(view: PageView, request: FastifyRequest): Promise<void> {
      const retryAfter = viewsPerMinute === 0 ? 0 : await secondsToWait(limiter.consume(request.client))
      if (retryAfter > 0) throw new Problem('rate_limited', 429, { retryAfter })
      await intake.take(view, { ...viewerOf(request), country: findCountry(request) })
    }

    server.post(
      viewPaths.script,
      {
        config: { ...config, refusals: { 429: ['rate_limited'] } },
        schema: {
          tags: ['Visits'],
          operationId: 'countPageView',
          summary: 'Count a view of a public page, as the pages do themselves',
          description:
            'Neither an address nor the name of a browser is stored. Browsers that send Global Privacy Control or Do Not Track are counted without being told apart.',
          body: PageView,
          response: { 202: TakenView },
        },
      },
      async (request, reply) => {
        await take(request.body, request)
        return reply.status(202).send({ status: 'accepted' })
      },
    )

    server.get(
      viewPaths.picture,
      { config, schema: { hide: true, querystring: PageView.pick({ page: true, language: true }) } },
      async (request, reply) => {
        const { page, language } = request.query
        const query = URL.parse(request.headers.referer ?? '')?.search ?? ''
        if (request.method === 'GET') await take({ page, language, query, referrer: '' }, request)
        return reply
          .headers({ 'content-type': 'image/gif', 'cache-control': 'no-store' })
          .send(transparentPixel)
      },
    )
  })

function viewerOf({ client, hostname, headers }: FastifyRequest): Omit<Viewer, 'country'> {
  return {
    network: client,
    host: hostname,
    userAgent: headers['user-agent'] ?? '',
    // https://w3c.github.io/gpc/ and https://www.w3.org/TR/tracking-dnt/
    refusesTracking: headers['sec-gpc'] === '1' || headers.dnt === '1',
  }
}
