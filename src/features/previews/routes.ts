import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { ContentKey, contentLimit } from '#features/content/contract.ts'
import type { ShareCard } from '#features/seo/contract.ts'
import { defineRoutes } from '#http/routes.ts'
import { privateHeaders } from '#http/security-headers.ts'
import { type Preview, PreviewDraft, PreviewLink, SearchResult, SearchResultQuery } from './contract.ts'
import { previewPermissions } from './permissions.ts'
import type { Previews } from './service.ts'

interface PreviewRouteOptions {
  previews: Previews
  /** Answers with the page that shows a preview's text. */
  sendPage(request: FastifyRequest, reply: FastifyReply, preview: Preview): Promise<void>
  describeCard(preview: Preview): Promise<ShareCard>
  drawCard(card: ShareCard): Promise<Buffer>
}

const tags = ['Texts']
const byToken = z.object({ token: z.string().max(100) })
const config = { access: 'public', rateLimit: 'page' } as const

/** Previews: made by editors, shown to everyone with the link. */
export const previewRoutes = ({ previews, sendPage, describeCard, drawCard }: PreviewRouteOptions) =>
  defineRoutes((server) => {
    server.post(
      '/api/content/preview',
      {
        config: { access: previewPermissions.create, languages: ({ body }) => [body.language] },
        bodyLimit: 8 * contentLimit,
        schema: {
          tags,
          operationId: 'createPreview',
          summary:
            'Look at an unsaved text on its page, by a link that works for two hours, or up to 30 days to hand it out',
          body: PreviewDraft,
          response: { 201: PreviewLink },
        },
      },
      async (request, reply, signedIn) =>
        reply.status(201).send(await previews.create(request.body, signedIn.user.id)),
    )

    server.get(
      '/api/content/:key/search-result',
      {
        config: { access: previewPermissions.readSearchResult },
        schema: {
          tags,
          operationId: 'getSearchResult',
          summary: 'What search engines are told of a page while its text has no search fields of its own',
          params: z.object({ key: ContentKey }),
          querystring: SearchResultQuery,
          response: { 200: SearchResult },
        },
      },
      async ({ params, query }) => previews.describeSearchResult(params.key, query.language),
    )

    server.get(
      '/preview/:token',
      { config, schema: { hide: true, params: byToken } },
      async (request, reply) => sendPage(request, reply, await previews.open(request.params.token)),
    )

    server.get(
      '/preview/:token/card.png',
      { config, schema: { hide: true, params: byToken } },
      async (request, reply) => {
        const preview = await previews.open(request.params.token)
        const png = await drawCard(await describeCard(preview))
        return reply
          .headers({ ...privateHeaders, 'content-type': 'image/png', 'x-robots-tag': 'noindex, nofollow' })
          .send(png)
      },
    )
  })
