import { z } from 'zod'
import { ContentAction, ContentItem, ContentKey, ContentRestore } from '#features/content/contract.ts'
import { contentPermissions } from '#features/content/permissions.ts'
import { pagedList } from '#http/paging.ts'
import { defineRoutes } from '#http/routes.ts'
import type { Language } from '#shared/languages.ts'
import { pageQuery } from '#shared/paging.ts'
import { LanguageCode } from '#shared/parameters.ts'
import type { ContentHistory } from './history.ts'

const tags = ['Texts']
const byKey = z.object({ key: ContentKey })

interface HistoryRouteOptions {
  history: ContentHistory
  /** The language of a version, in a list that is empty for an id of none. */
  languagesOf: (id: string) => Promise<Language[]>
}

/** What was done to the texts and by whom, and restoring an older version. */
export const contentHistoryRoutes = ({ history, languagesOf }: HistoryRouteOptions) =>
  defineRoutes((server) => {
    server.get(
      '/api/content/:key/actions',
      {
        config: { access: contentPermissions.read },
        schema: {
          tags,
          operationId: 'listTextActions',
          summary: 'What was done to a text, newest first',
          params: byKey,
          querystring: z.object({ language: LanguageCode.optional(), ...pageQuery }),
          response: { 200: z.array(ContentAction) },
        },
      },
      async (request, reply) => {
        const { language, ...page } = request.query
        return pagedList(request, reply, await history.listActions(request.params.key, language, page))
      },
    )

    server.post(
      '/api/content/:id/restore',
      {
        config: {
          access: contentPermissions.edit,
          languages: ({ params }) => languagesOf(params.id),
          refusals: { 409: ['content_stale'] },
        },
        schema: {
          tags,
          operationId: 'restoreTextVersion',
          summary: 'Save an older version as a new draft',
          params: z.object({ id: z.uuid() }),
          body: ContentRestore,
          response: { 201: ContentItem },
        },
      },
      async (request, reply, signedIn) => {
        const { id } = request.params
        const item = await history.restore(id, request.body.version, signedIn.user.id)
        return reply.status(201).send(item)
      },
    )
  })
