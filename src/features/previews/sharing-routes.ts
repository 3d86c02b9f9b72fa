import { z } from 'zod'
import { ContentKey } from '#features/content/contract.ts'
import { defineRoutes } from '#http/routes.ts'
import { byId } from '#shared/parameters.ts'
import { SearchResultQuery, SharedPreview } from './contract.ts'
import { previewPermissions } from './permissions.ts'
import type { Sharing } from './sharing.ts'

const tags = ['Texts']

/** The links to previews that were handed out: listed and revoked by editors. */
export const sharingRoutes = (sharing: Sharing) =>
  defineRoutes((server) => {
    server.get(
      '/api/content/:key/previews',
      {
        config: { access: previewPermissions.create, languages: ({ query }) => [query.language] },
        schema: {
          tags,
          operationId: 'listSharedPreviews',
          summary: 'The preview links of a text that were handed out and still work, without their addresses',
          params: z.object({ key: ContentKey }),
          querystring: SearchResultQuery,
          response: { 200: z.array(SharedPreview) },
        },
      },
      async ({ params, query }) => sharing.list(params.key, query.language),
    )

    server.delete(
      '/api/content/previews/:id',
      {
        config: {
          access: previewPermissions.revoke,
          languages: ({ params }) => sharing.languagesOf(params.id),
        },
        schema: {
          tags,
          operationId: 'revokePreview',
          summary: 'End a preview link that was handed out',
          params: byId,
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        await sharing.revoke(request.params.id)
        return reply.status(204).send(null)
      },
    )
  })
