import { z } from 'zod'
import { openToAnyOrigin } from '#features/badges/credentials/credential-routes.ts'
import { type CacheOptions, sendCached } from '#http/page-cache.ts'
import { defineRoutes } from '#http/routes.ts'
import { languages } from '#shared/languages.ts'
import { sampleCredentialPath } from './model.ts'
import type { SampleCredentials } from './sample-credential.ts'

interface SampleRouteOptions extends CacheOptions {
  samples: SampleCredentials
}

/** The sample credentials, for the visitors of the landing page and for verifiers on any origin. */
export const sampleRoutes = ({ samples, ...cacheOptions }: SampleRouteOptions) =>
  defineRoutes((server) => {
    server.get(
      '/credentials/sample/:language.json',
      {
        config: { access: 'public' },
        schema: { hide: true, params: z.object({ language: z.enum(languages) }) },
      },
      async (request, reply) => {
        const { language } = request.params
        await sendCached(cacheOptions, request, reply, sampleCredentialPath(language), async () => ({
          headers: { ...openToAnyOrigin, 'content-type': 'application/json; charset=utf-8' },
          body: JSON.stringify(await samples.getSample(language)),
        }))
      },
    )
  })
