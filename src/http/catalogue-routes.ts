import { z } from 'zod'
import type { Catalogues } from '#platform/catalogues.ts'
import { languages } from '#shared/languages.ts'
import { type PageCache, writeKeptAnswer } from './page-cache.ts'
import { defineRoutes } from './routes.ts'

interface CatalogueOptions {
  catalogues: Catalogues
  cache: PageCache
  headers: Record<string, string>
}

/** The texts of one language for the screens that run in the browser (seed A §7: `GET /lang/{code}.json`). */
export const catalogueRoutes = ({ catalogues, cache, headers }: CatalogueOptions) =>
  defineRoutes((server) => {
    server.get(
      '/lang/:code.json',
      {
        config: { access: 'public' },
        schema: {
          tags: ['texts'],
          summary: 'All texts of one language',
          params: z.object({ code: z.enum(languages) }),
        },
      },
      async (request, reply) => {
        const { code } = request.params
        const kept = await cache.get(`/lang/${code}.json`, async () => ({
          status: 200,
          headers: {
            ...headers,
            'content-type': 'application/json; charset=utf-8',
            'content-language': code,
            'cache-control': 'no-cache',
          },
          body: JSON.stringify(catalogues.texts(code)),
        }))
        reply.hijack()
        writeKeptAnswer(request.raw, reply.raw, kept)
      },
    )
  })
