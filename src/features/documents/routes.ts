import { type CacheOptions, sendCached } from '#http/page-cache.ts'
import { defineRoutes } from '#http/routes.ts'
import { type DocumentFile, DocumentFiles, DocumentFilesQuery } from './contract.ts'
import { documentPermissions } from './permissions.ts'
import type { Documents } from './service.ts'

const tags = ['Documents']

interface DocumentRouteOptions extends CacheOptions {
  documents: Documents
}

/** The public files: for anyone by language, the newest for the team. */
export const documentRoutes = ({ documents, ...cacheOptions }: DocumentRouteOptions) =>
  defineRoutes((server) => {
    server.get(
      '/api/doc/files',
      {
        config: { access: 'public', isPublicApi: true },
        schema: {
          tags,
          operationId: 'listDocuments',
          summary: 'List the public documents of a language, and those for all languages',
          querystring: DocumentFilesQuery,
          response: { 200: DocumentFiles },
        },
      },
      async (request, reply) => {
        const { language } = request.query
        // One cache key for all spellings of the query; the server looks this address up before it routes.
        return sendCached(cacheOptions, request, reply, `/api/doc/files?language=${language}`, async () => ({
          headers: { 'content-type': 'application/json; charset=utf-8', 'referrer-policy': 'no-referrer' },
          body: JSON.stringify(toAnswer(await documents.listFiles({ language, sort: 'language' }))),
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
          response: { 200: DocumentFiles },
        },
      },
      async () => toAnswer(await documents.listNewestFiles()),
    )
  })

function toAnswer(documents: DocumentFile[]): DocumentFiles {
  return { status: 'success', documents }
}
