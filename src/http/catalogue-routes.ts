import { z } from 'zod'
import type { ApiPart } from '#http/openapi/parts.ts'
import type { Catalogues } from '#platform/catalogues.ts'
import { LanguageCode } from '#shared/parameters.ts'
import { type CacheOptions, sendCached } from './page-cache.ts'
import { defineRoutes } from './routes.ts'

interface CatalogueOptions extends CacheOptions {
  catalogues: Catalogues
}

export const cataloguePart = {
  name: 'Interface texts',
  description: 'The words of the screens, in ten languages.',
  group: 'public',
} as const satisfies ApiPart

/** The texts of one language for the screens that run in the browser (`GET /lang/{code}.json`). */
export const catalogueRoutes = ({ catalogues, ...cacheOptions }: CatalogueOptions) =>
  defineRoutes((server) => {
    server.get(
      '/lang/:code.json',
      {
        config: { access: 'public', isInMaintenance: true },
        schema: {
          tags: [cataloguePart.name],
          operationId: 'getInterfaceTexts',
          summary: 'All texts of one language',
          params: z.object({ code: LanguageCode }),
          response: { 200: z.record(z.string(), z.record(z.string(), z.unknown())) },
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
