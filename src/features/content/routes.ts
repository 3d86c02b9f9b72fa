import { z } from 'zod'
import { type CacheOptions, sendCached } from '#http/page-cache.ts'
import { pagedList } from '#http/paging.ts'
import { defineRoutes } from '#http/routes.ts'
import type { Catalogues } from '#platform/catalogues.ts'
import { pageQuery } from '#shared/paging.ts'
import { LanguageCode } from '#shared/parameters.ts'
import { isAllowed } from '#shared/permissions.ts'
import { builtInText } from './built-in-text.ts'
import { ContentEntry, ContentItem, ContentKey, ContentQuery, ContentVersion } from './contract.ts'
import { contentPermissions } from './permissions.ts'
import type { Content } from './service.ts'
import type { TextStates } from './states.ts'

const tags = ['Texts']
const byKey = z.object({ key: ContentKey })

interface PublishedTextRouteOptions extends CacheOptions {
  content: Content
}

/** One text: the published version for anyone, every version for the team. */
export const publishedTextRoutes = ({ content, ...cacheOptions }: PublishedTextRouteOptions) =>
  defineRoutes((server) => {
    server.get(
      '/api/content/:key',
      {
        config: { access: 'optional', isPublicApi: true },
        schema: {
          tags: ['Published texts'],
          operationId: 'getText',
          summary: 'Read a text of the site',
          params: byKey,
          querystring: ContentQuery,
          response: { 200: ContentItem },
        },
      },
      async (request, reply, signedIn) => {
        const { key } = request.params
        if (signedIn && isAllowed(signedIn.user, contentPermissions.read)) {
          return reply.header('cache-control', 'no-store').send(await content.get(key, request.query, true))
        }
        // One cache key for all spellings of the query; the server looks this address up before it routes.
        const { language, version } = request.query
        const address = `/api/content/${key}?language=${language}${version ? `&version=${version}` : ''}`
        return sendCached(cacheOptions, request, reply, address, async () => ({
          headers: { 'content-type': 'application/json; charset=utf-8', 'referrer-policy': 'no-referrer' },
          body: JSON.stringify(await content.get(key, request.query, false)),
        }))
      },
    )
  })

interface ContentRouteOptions {
  content: Content
  states: TextStates
  catalogues: Catalogues
}

/** The texts of the site in all their versions, for the team. */
export const contentRoutes = ({ content, states, catalogues }: ContentRouteOptions) =>
  defineRoutes((server) => {
    server.get(
      '/api/content',
      {
        config: { access: contentPermissions.read },
        schema: {
          tags,
          operationId: 'listTexts',
          summary: 'Every key and its state in every language',
          response: { 200: z.array(ContentEntry) },
        },
      },
      async () => states.listEntries(),
    )

    server.get(
      '/api/content/:key/all',
      {
        config: { access: contentPermissions.read },
        schema: {
          tags,
          operationId: 'listTextVersions',
          summary: 'Every version without its text, newest first',
          params: byKey,
          querystring: z.object({
            language: LanguageCode.optional(),
            ...pageQuery,
          }),
          response: { 200: z.array(ContentVersion) },
        },
      },
      async (request, reply) => {
        const { language, ...page } = request.query
        return pagedList(request, reply, await content.listVersions(request.params.key, language, page))
      },
    )

    server.get(
      '/api/content/:key/built-in',
      {
        config: { access: contentPermissions.read },
        schema: {
          tags,
          operationId: 'getBuiltInText',
          summary: 'The text a page shows while none is published',
          params: byKey,
          querystring: z.object({ language: LanguageCode }),
          response: { 200: z.object({ content: z.string() }) },
        },
      },
      async ({ params, query }) => ({
        content: builtInText(params.key, catalogues.translator(query.language)),
      }),
    )
  })
