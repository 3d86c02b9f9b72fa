import { defineRoutes } from '#http/routes.ts'
import { byId } from '#shared/parameters.ts'
import { ContentDraft, ContentItem, contentLimit } from './contract.ts'
import { contentPermissions } from './permissions.ts'
import type { Content } from './service.ts'

const tags = ['Texts']

/** Saving, publishing and unpublishing texts, for the team. */
export const contentEditingRoutes = ({ content }: { content: Content }) =>
  defineRoutes((server) => {
    server.post(
      '/api/content',
      {
        config: {
          access: contentPermissions.edit,
          languages: ({ body }) => [body.language],
          refusals: { 409: ['content_stale'], 422: ['content_blank'] },
        },
        // Room for the longest text in a script with three bytes per letter, escaped.
        bodyLimit: 8 * contentLimit,
        schema: {
          tags,
          operationId: 'saveText',
          summary: 'Save a new version',
          body: ContentDraft,
          response: { 201: ContentItem },
        },
      },
      async (request, reply, signedIn) =>
        reply.status(201).send(await content.save(request.body, signedIn.user.id)),
    )

    for (const action of ['publish', 'unpublish'] as const) {
      server.put(
        `/api/content/:id/${action}`,
        {
          config: {
            access: contentPermissions.publish,
            languages: ({ params }) => content.languagesOf(params.id),
            ...(action === 'publish' && { refusals: { 422: ['content_blank'] } }),
          },
          schema: {
            tags,
            operationId: `${action}Text`,
            summary:
              action === 'publish' ? 'Show this version on the site' : 'Take this version off the site',
            params: byId,
            response: { 200: ContentItem },
          },
        },
        async (request, _reply, signedIn) => content[action](request.params.id, signedIn.user.id),
      )
    }
  })
