import formBody from '@fastify/formbody'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { getSignedIn } from '#http/access.ts'
import { defineRoutes } from '#http/routes.ts'
import { privateHeaders } from '#http/security-headers.ts'
import { LoginForm, LoginResponse, Session, User } from './contract.ts'
import type { Accounts } from './service.ts'

const tags = ['accounts']

/** Sign-in, sign-out and the sessions of whoever is signed in. */
export const accountRoutes = ({ accounts }: { accounts: Accounts }) =>
  defineRoutes(async (server) => {
    // The only call of the API that takes a form (seed A §7).
    await server.register(async (form) => {
      form.removeAllContentTypeParsers()
      await form.register(formBody, { bodyLimit: 16 * 1024 })
      form.withTypeProvider<ZodTypeProvider>().post(
        '/api/auth/login',
        {
          config: { access: 'public', expects: 'application/x-www-form-urlencoded' },
          schema: { tags, summary: 'Sign in', body: LoginForm, response: { 200: LoginResponse } },
        },
        async (request, reply) => {
          reply.headers(privateHeaders)
          return accounts.login(request.body, {
            client: request.client,
            userAgent: request.headers['user-agent'] ?? '',
          })
        },
      )
    })

    server.post(
      '/api/auth/logout',
      { config: { access: 'viewer' }, schema: { tags, summary: 'Sign out', response: { 204: z.null() } } },
      async (request, reply) => {
        const { user, sessionId } = getSignedIn(request)
        await accounts.revokeSession(sessionId, user.id)
        return reply.status(204).send(null)
      },
    )

    server.get(
      '/api/auth/me',
      {
        config: { access: 'viewer' },
        schema: { tags, summary: 'Who is signed in', response: { 200: User } },
      },
      async (request) => getSignedIn(request).user,
    )

    server.get(
      '/api/auth/sessions',
      {
        config: { access: 'viewer' },
        schema: { tags, summary: 'The signed-in devices of this user', response: { 200: z.array(Session) } },
      },
      async (request) => {
        const { user, sessionId } = getSignedIn(request)
        return accounts.listSessions(user.id, sessionId)
      },
    )

    server.delete(
      '/api/auth/sessions/:id',
      {
        config: { access: 'viewer' },
        schema: {
          tags,
          summary: 'End one session, at once',
          params: z.object({ id: z.uuid() }),
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        await accounts.revokeSession(request.params.id, getSignedIn(request).user.id)
        return reply.status(204).send(null)
      },
    )
  })
