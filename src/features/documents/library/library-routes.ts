import { DocumentFiles, DocumentFilesQuery, RecentDocuments } from '#features/documents/contract.ts'
import { documentPermissions } from '#features/documents/permissions.ts'
import { type CacheOptions, sendCached } from '#http/page-cache.ts'
import { defineRoutes } from '#http/routes.ts'
import type { PublicLibrary } from './library.ts'

const tags = ['Documents']

interface LibraryRouteOptions extends CacheOptions {
  library: PublicLibrary
}

/** The public files: for anyone by language, the newest for the team. */
export const libraryRoutes = ({ library, ...cacheOptions }: LibraryRouteOptions) =>
  defineRoutes((server) => {
    server.get(
      '/api/doc/files',
      {
        config: { access: 'public', isPublicApi: true },
        schema: {
          tags,
          operationId: 'listDocuments',
          summary: 'List the public documents of a language, and those for all languages',
          description: 'At most a thousand, in the order of the public list.',
          querystring: DocumentFilesQuery,
          response: { 200: DocumentFiles },
        },
      },
      async (request, reply) => {
        const { language } = request.query
        // One cache key for all spellings of the query; the server looks this address up before it routes.
        return sendCached(cacheOptions, request, reply, `/api/doc/files?language=${language}`, async () => ({
          headers: { 'content-type': 'application/json; charset=utf-8', 'referrer-policy': 'no-referrer' },
          body: JSON.stringify(toAnswer(await library.listFiles(language))),
        }))
      },
    )

    server.get(
      '/api/doc/files/recent',
      {
        config: { access: documentPermissions.read },
        schema: {
          tags: ['Document overview'],
          operationId: 'listRecentDocuments',
          summary: 'The newest published documents',
          response: { 200: RecentDocuments },
        },
      },
      async () => toAnswer(await library.listNewestFiles()),
    )
  })

const toAnswer = <Documents>(documents: Documents) => ({ status: 'success' as const, documents })
