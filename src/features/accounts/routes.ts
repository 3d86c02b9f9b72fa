import formBody from '@fastify/formbody'
import { z } from 'zod'
import { defineRoutes } from '#http/routes.ts'
import { privateHeaders } from '#http/security-headers.ts'
import { User } from '#shared/user.ts'
import {
  LoginForm,
  LoginResponse,
  PasswordChange,
  PasswordConfirmation,
  Profile,
  ProfileChange,
  Recovery,
  RecoveryRequest,
  Session,
} from './contract.ts'
import { accountPermissions } from './permissions.ts'
import type { Recoveries } from './recovery.ts'
import type { Accounts } from './service.ts'

const tags = ['accounts']

/** Sign-in, sign-out, new passwords, and the profile and sessions of whoever is signed in. */
export const accountRoutes = ({ accounts, recovery }: { accounts: Accounts; recovery: Recoveries }) =>
  defineRoutes(async (server) => {
    // The only call of the API that takes a form.
    await server.scope(async (form) => {
      form.instance.removeAllContentTypeParsers()
      await form.instance.register(formBody, { bodyLimit: 16 * 1024 })
      form.post(
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
      '/api/auth/forgot',
      {
        config: { access: 'public' },
        schema: {
          tags,
          summary:
            'Have a link to a new password sent; the answer does not tell whether there is such a user',
          body: RecoveryRequest,
          response: { 202: z.object({ status: z.literal('accepted') }) },
        },
      },
      async (request, reply) => {
        reply.headers(privateHeaders)
        await recovery.ask(request.body.username, { client: request.client, language: request.language })
        return reply.status(202).send({ status: 'accepted' })
      },
    )

    server.post(
      '/api/auth/reset',
      {
        config: { access: 'public' },
        schema: {
          tags,
          summary: 'Choose a new password by a link; ends all sessions',
          body: Recovery,
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        reply.headers(privateHeaders)
        await recovery.reset(request.body)
        return reply.status(204).send(null)
      },
    )

    server.get(
      '/api/auth/profile',
      {
        config: { access: accountPermissions.useOwn },
        schema: { tags, summary: 'The profile of whoever is signed in', response: { 200: Profile } },
      },
      async (_request, _reply, signedIn) => accounts.getProfile(signedIn.user.id),
    )

    server.put(
      '/api/auth/profile',
      {
        config: { access: accountPermissions.useOwn },
        schema: {
          tags,
          summary: 'Change one’s own name and address; another address asks for the password',
          body: ProfileChange,
          response: { 200: Profile },
        },
      },
      async (request, _reply, signedIn) =>
        accounts.changeProfile(signedIn.user.id, request.body, request.client),
    )

    server.put(
      '/api/auth/password',
      {
        config: { access: accountPermissions.useOwn },
        schema: {
          tags,
          summary: 'Change one’s own password; ends all other sessions',
          body: PasswordChange,
          response: { 200: Profile },
        },
      },
      async (request, _reply, signedIn) => {
        const { user, sessionId } = signedIn
        await accounts.changePassword({ userId: user.id, sessionId }, request.body, request.client)
        return accounts.getProfile(user.id)
      },
    )

    server.post(
      '/api/auth/confirm-password',
      {
        config: { access: accountPermissions.useOwn },
        schema: {
          tags,
          summary:
            'Give one’s password once more, for what asks for one given in the last quarter of an hour',
          body: PasswordConfirmation,
          response: { 204: z.null() },
        },
      },
      async (request, reply, signedIn) => {
        await accounts.confirmPassword(signedIn, request.body.password, request.client)
        return reply.status(204).send(null)
      },
    )

    server.post(
      '/api/auth/logout',
      {
        config: { access: accountPermissions.useOwn },
        schema: { tags, summary: 'Sign out', response: { 204: z.null() } },
      },
      async (_request, reply, signedIn) => {
        const { user, sessionId } = signedIn
        await accounts.revokeSession(sessionId, user.id)
        return reply.status(204).send(null)
      },
    )

    server.get(
      '/api/auth/me',
      {
        config: { access: accountPermissions.useOwn },
        schema: { tags, summary: 'Who is signed in', response: { 200: User } },
      },
      async (_request, _reply, signedIn) => signedIn.user,
    )

    server.get(
      '/api/auth/sessions',
      {
        config: { access: accountPermissions.useOwn },
        schema: { tags, summary: 'The signed-in devices of this user', response: { 200: z.array(Session) } },
      },
      async (_request, _reply, signedIn) => {
        const { user, sessionId } = signedIn
        return accounts.listSessions(user.id, sessionId)
      },
    )

    server.delete(
      '/api/auth/sessions',
      {
        config: { access: accountPermissions.useOwn },
        schema: { tags, summary: 'End every session but the present one', response: { 204: z.null() } },
      },
      async (_request, reply, signedIn) => {
        const { user, sessionId } = signedIn
        await accounts.revokeOtherSessions(user.id, sessionId)
        return reply.status(204).send(null)
      },
    )

    server.delete(
      '/api/auth/sessions/:id',
      {
        config: { access: accountPermissions.useOwn },
        schema: {
          tags,
          summary: 'End one session, at once',
          params: z.object({ id: z.uuid() }),
          response: { 204: z.null() },
        },
      },
      async (request, reply, signedIn) => {
        await accounts.revokeSession(request.params.id, signedIn.user.id)
        return reply.status(204).send(null)
      },
    )
  })
