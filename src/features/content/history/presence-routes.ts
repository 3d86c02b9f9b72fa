import { z } from 'zod'
import { ContentKey, Presence, PresenceBeat } from '#features/content/contract.ts'
import { contentPermissions } from '#features/content/permissions.ts'
import { defineRoutes } from '#http/routes.ts'
import type { ContentPresence } from './presence.ts'

const tags = ['Texts']
const byKey = z.object({ key: ContentKey })

/** Who has which text open. */
export const presenceRoutes = ({ presence }: { presence: ContentPresence }) =>
  defineRoutes((server) => {
    server.put(
      '/api/content/:key/presence',
      {
        config: { access: contentPermissions.read, isAutomatic: true },
        schema: {
          tags,
          operationId: 'reportTextOpen',
          summary: 'Say that one has a text open, and hear who else has',
          params: byKey,
          body: PresenceBeat,
          response: { 200: Presence },
        },
      },
      async (request, _reply, signedIn) => {
        const { editor, language } = request.body
        const userId = signedIn.user.id
        return presence.heartbeat({ key: request.params.key, editor, userId }, language)
      },
    )

    server.delete(
      '/api/content/:key/presence/:editor',
      {
        config: { access: contentPermissions.read },
        schema: {
          tags,
          operationId: 'reportTextClosed',
          summary: 'Say that one has closed a text',
          params: byKey.extend({ editor: z.uuid() }),
          response: { 204: z.null() },
        },
      },
      async (request, reply, signedIn) => {
        await presence.leave({ ...request.params, userId: signedIn.user.id })
        return reply.status(204).send(null)
      },
    )
  })
