import { z } from 'zod'
import { defineRoutes } from '#http/routes.ts'
import { byId } from '#shared/parameters.ts'
import { SignedInUser } from '#shared/user.ts'
import { Session } from './contract.ts'
import { accountPermissions } from './permissions.ts'
import type { Sessions } from './sessions.ts'

const tags = ['Own account']

/** Signing out, and who is signed in. */
export const signedInRoutes = ({ sessions }: { sessions: Sessions }) =>
  defineRoutes((server) => {
    server.post(
      '/api/auth/logout',
      {
        config: { access: accountPermissions.useOwn },
        schema: {
          tags: ['Signing in'],
          operationId: 'signOut',
          summary: 'Sign out',
          response: { 204: z.null() },
        },
      },
      async (_request, reply, signedIn) => {
        const { user, sessionId } = signedIn
        await sessions.revoke(sessionId, user.id)
        return reply.status(204).send(null)
      },
    )

    server.get(
      '/api/auth/me',
      {
        config: { access: accountPermissions.useOwn },
        schema: {
          tags: ['Signing in'],
          operationId: 'getSignedInUser',
          summary: 'The user’s own profile, in short, and how the panel looks to them',
          response: { 200: SignedInUser },
        },
      },
      async (_request, _reply, signedIn) => signedIn.user,
    )
  })

/** The user's own sessions: listing them, ending others. */
export const sessionRoutes = ({ sessions }: { sessions: Sessions }) =>
  defineRoutes((server) => {
    server.get(
      '/api/auth/sessions',
      {
        config: { access: accountPermissions.useOwn },
        schema: {
          tags,
          operationId: 'listSessions',
          summary: 'The signed-in devices of this user',
          response: { 200: z.array(Session) },
        },
      },
      async (_request, _reply, signedIn) => {
        const { user, sessionId } = signedIn
        return sessions.list(user.id, sessionId)
      },
    )

    server.delete(
      '/api/auth/sessions',
      {
        config: { access: accountPermissions.useOwn },
        schema: {
          tags,
          operationId: 'endOtherSessions',
          summary: 'End every session but the present one',
          response: { 204: z.null() },
        },
      },
      async (_request, reply, signedIn) => {
        const { user, sessionId } = signedIn
        await sessions.revokeOthers(user.id, sessionId)
        return reply.status(204).send(null)
      },
    )

    server.delete(
      '/api/auth/sessions/:id',
      {
        config: { access: accountPermissions.useOwn },
        schema: {
          tags,
          operationId: 'endSession',
          summary: 'End one session, at once',
          params: byId,
          response: { 204: z.null() },
        },
      },
      async (request, reply, signedIn) => {
        await sessions.revoke(request.params.id, signedIn.user.id)
        return reply.status(204).send(null)
      },
    )
  })
