import { z } from 'zod'
import {
  ContentAction,
  ContentItem,
  ContentKey,
  ContentRestore,
  Presence,
  PresenceBeat,
} from '#features/content/contract.ts'
import { contentPermissions } from '#features/content/permissions.ts'
import { pagedList } from '#http/paging.ts'
import { defineRoutes } from '#http/routes.ts'
import { languages } from '#shared/languages.ts'
import { pageQuery } from '#shared/paging.ts'
import type { ContentHistory } from './history.ts'
import type { ContentPresence } from './presence.ts'

const tags = ['content']
const byKey = z.object({ key: ContentKey })

/** What was done to the texts and by whom, how to bring an older version back, and who has a text open. */
export const contentHistoryRoutes = ({
  history,
  presence,
}: {
  history: ContentHistory
  presence: ContentPresence
}) =>
  defineRoutes((server) => {
    server.get(
      '/api/content/:key/actions',
      {
        config: { access: contentPermissions.read },
        schema: {
          tags,
          summary: 'What was done to a text, newest first',
          params: byKey,
          querystring: z.object({ language: z.enum(languages, 'language_unknown').optional(), ...pageQuery }),
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
        config: { access: contentPermissions.edit },
        schema: {
          tags,
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

    server.put(
      '/api/content/:key/presence',
      {
        config: { access: contentPermissions.read, isAutomatic: true },
        schema: {
          tags,
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
