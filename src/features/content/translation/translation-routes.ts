import { z } from 'zod'
import {
  ContentItem,
  ContentKey,
  Excerpt,
  SourceDigest,
  TranslationOrder,
  TranslationSample,
  TranslationState,
  TranslationTest,
} from '#features/content/contract.ts'
import { contentPermissions, translationPermissions } from '#features/content/permissions.ts'
import { defineRoutes } from '#http/routes.ts'
import type { Language } from '#shared/languages.ts'
import { LanguageCode } from '#shared/parameters.ts'
import type { MachineDrafts } from './machine-drafts.ts'
import type { Translation } from './translation.ts'

const tags = ['Texts']
const byLanguage = z.object({ language: LanguageCode })

interface TranslationRouteOptions {
  translation: Translation
  /** The language of a version, in a list that is empty for an id of none. */
  languagesOf: (id: string) => Promise<Language[]>
}

/** How translations compare to their source. */
export const translationRoutes = ({ translation, languagesOf }: TranslationRouteOptions) =>
  defineRoutes((server) => {
    server.get(
      '/api/content/:key/translation',
      {
        config: { access: contentPermissions.read },
        schema: {
          tags,
          operationId: 'getTranslationState',
          summary: 'Where a translation stands to the source, and what changed there since',
          params: z.object({ key: ContentKey }),
          querystring: byLanguage,
          response: { 200: TranslationState },
        },
      },
      async ({ params, query }) => translation.describe(params.key, query.language),
    )

    server.put(
      '/api/content/:id/confirm',
      {
        config: {
          access: contentPermissions.edit,
          languages: ({ params }) => languagesOf(params.id),
          refusals: { 409: ['source_changed'] },
        },
        schema: {
          tags,
          operationId: 'confirmTranslation',
          summary: 'Say that a translation is right as it is, for the source as it is now',
          params: z.object({ id: z.uuid() }),
          querystring: z.object({ source: SourceDigest.optional() }),
          response: { 200: ContentItem },
        },
      },
      async (request, _reply, signedIn) =>
        translation.confirm(request.params.id, request.query.source, signedIn.user.id),
    )

    server.get(
      '/api/content/excerpts',
      {
        config: { access: contentPermissions.read },
        schema: {
          tags,
          operationId: 'listTextExcerpts',
          summary: 'The beginning of what the site shows of each text',
          querystring: byLanguage,
          response: { 200: z.array(Excerpt) },
        },
      },
      async ({ query }) => translation.listExcerpts(query.language),
    )
  })

/** The machine that makes translations. */
export const machineRoutes = ({ machineDrafts }: { machineDrafts: MachineDrafts }) =>
  defineRoutes((server) => {
    server.post(
      '/api/content/translate',
      {
        config: {
          access: contentPermissions.edit,
          languages: ({ body }) => [body.to],
          refusals: { 409: ['content_stale'] },
        },
        schema: {
          tags,
          operationId: 'translateText',
          summary: 'Have a machine translate what the site shows, as a draft',
          body: TranslationOrder,
          response: { 201: ContentItem },
        },
      },
      async (request, reply, signedIn) =>
        reply.status(201).send(await machineDrafts.translate(request.body, signedIn.user.id)),
    )

    server.post(
      '/api/content/translate/test',
      {
        config: { access: translationPermissions.testTranslation },
        schema: {
          tags,
          operationId: 'testTranslation',
          summary: 'Have a machine translate a sentence of the site, to see whether that works',
          body: TranslationTest,
          response: { 200: TranslationSample },
        },
      },
      ({ body }) => machineDrafts.test(body.to),
    )
  })
