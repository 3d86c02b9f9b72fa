import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { PageTimings, PageView, TakenView } from '#features/analytics/contract.ts'
import { viewPaths } from '#features/analytics/model.ts'
import type { FindClientCountry } from '#http/client-country.ts'
import type { DirectRoute } from '#http/direct/direct-routes.ts'
import { defineRoutes } from '#http/routes.ts'
import { transparentPixel } from '#http/transparent-pixel.ts'
import { Problem } from '#shared/problem.ts'
import type { Intake, Viewer } from './intake.ts'
import type { ViewLimit } from './view-limit.ts'

export interface ViewRouteOptions {
  intake: Intake
  findCountry: FindClientCountry
  limit: ViewLimit
}

const taken = { status: 'accepted' as const }

/** The view of a page as most browsers report it. */
export const directView = ({ intake, findCountry, limit }: ViewRouteOptions): DirectRoute => ({
  path: viewPaths.script,
  answer: JSON.stringify(taken),
  async take(body, { client, message }) {
    const view = PageView.safeParse(body).data
    if (!view || !(await intake.hasPage(view.page))) return false
    await limit.take(client)
    await intake.takeViews([view], viewerOf(client, message, findCountry))
    return true
  },
})

/** The counting of views: by a script of the page, and by a picture for browsers without scripts. */
export const viewRoutes = ({ intake, findCountry, limit }: ViewRouteOptions) =>
  defineRoutes((server) => {
    const config = { access: 'public', rateLimit: 'own' } as const
    const refusals = { 429: ['rate_limited'] }

    /** Who views a page that the site has. @throws {Problem} 422 for another page, 429 for too many views */
    async function admit(page: string, request: FastifyRequest): Promise<Viewer> {
      await limit.take(request.client)
      if (!(await intake.hasPage(page)))
        throw new Problem('validation_failed', 422, { fields: [{ field: 'page', code: 'page_unknown' }] })
      return viewerOf(request.client, request.raw, findCountry)
    }

    server.post(
      viewPaths.script,
      {
        config: { ...config, refusals },
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
        await intake.takeViews([request.body], await admit(request.body.page, request))
        return reply.status(202).send(taken)
      },
    )

    server.post(
      viewPaths.timings,
      {
        config: { ...config, refusals },
        schema: {
          tags: ['Visits'],
          operationId: 'countPageTimings',
          summary: 'Count how fast a public page was and how long it was in view, as the pages do themselves',
          description:
            'Web Vitals (https://web.dev/articles/vitals): `lcp` and `inp` in milliseconds, `cls` as it is. `in_view` is for how many milliseconds the page was in view until it was first hidden or left, `in_view_again` what came after. All are counted by page and class of device, without anything about the visitor.',
          body: PageTimings,
          response: { 202: TakenView },
        },
      },
      async (request, reply) => {
        await intake.takeTimings(request.body, await admit(request.body.page, request))
        return reply.status(202).send(taken)
      },
    )

    server.get(
      viewPaths.picture,
      { config, schema: { hide: true, querystring: PageView.pick({ page: true, language: true }) } },
      async (request, reply) => {
        const { page, language } = request.query
        const query = URL.parse(request.headers.referer ?? '')?.search ?? ''
        if (request.method === 'GET')
          await intake.takeViews([{ page, language, query, referrer: '' }], await admit(page, request))
        return reply
          .headers({ 'content-type': 'image/gif', 'cache-control': 'no-store' })
          .send(transparentPixel)
      },
    )
  })

/** Who sends a request. */
export function viewerOf(client: string, message: IncomingMessage, findCountry: FindClientCountry): Viewer {
  const { headers } = message
  return {
    network: client,
    host: (headers.host ?? '').replace(/:\d+$/, ''),
    userAgent: headers['user-agent'] ?? '',
    // https://w3c.github.io/gpc/ and https://www.w3.org/TR/tracking-dnt/
    refusesTracking: headers['sec-gpc'] === '1' || headers.dnt === '1',
    country: findCountry(client, message),
  }
}
