import { z } from 'zod'
import type { Catalogues } from '#platform/catalogues.ts'
import { LanguageCode } from '#shared/parameters.ts'
import { type CacheOptions, sendCached } from './page-cache.ts'
import { defineRoutes } from './routes.ts'

interface CatalogueOptions extends CacheOptions {
  catalogues: Catalogues
}

/** The texts of one language for the screens that run in the browser (`GET /lang/{code}.json`). */
export const catalogueRoutes = ({ catalogues, ...cacheOptions }: CatalogueOptions) =>
  defineRoutes((server) => {
    server.get(
      '/lang/:code.json',
      {
        config: { access: 'public' },
        schema: {
          tags: ['texts'],
          summary: 'All texts of one language',
          params: z.object({ code: LanguageCode }),
        },
      },
      async (request, reply) => {
        const { code } = request.params
        return sendCached(cacheOptions, request, reply, `/lang/${code}.json`, async () => ({
          headers: { 'content-type': 'application/json; charset=utf-8', 'content-language': code },
          body: JSON.stringify(catalogues.texts(code)),
        }))
      },
    )
  })
