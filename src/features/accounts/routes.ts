import { z } from 'zod'
import { acceptForms } from '#http/forms.ts'
import { defineRoutes } from '#http/routes.ts'
import { privateHeaders } from '#http/security-headers.ts'
import { LoginForm, LoginResponse, Recovery, RecoveryRequest } from './contract.ts'
import type { Recoveries } from './recovery.ts'
import { originOf } from './request-origin.ts'
import type { Sessions } from './sessions.ts'

const tags = ['Signing in']

/** Signing in, and new passwords by a link. */
export const signInRoutes = ({ sessions, recovery }: { sessions: Sessions; recovery: Recoveries }) =>
  defineRoutes(async (server) => {
    // The only call of the API that takes a form.
    await server.scope(async (form) => {
      await acceptForms(form, 16 * 1024)
      form.post(
        '/api/auth/login',
        {
          config: {
            access: 'public',
            rateLimit: 'own',
            expects: 'application/x-www-form-urlencoded',
            refusals: {
              401: ['login_failed', 'second_factor_required'],
              422: ['validation_failed'],
              429: ['login_locked'],
            },
          },
          schema: {
            tags,
            operationId: 'signIn',
            summary: 'Sign in',
            body: LoginForm,
            response: { 200: LoginResponse },
          },
        },
        async (request, reply) => {
          reply.headers(privateHeaders)
          return sessions.login(request.body, originOf(request))
        },
      )
    })

    server.post(
      '/api/auth/forgot',
      {
        config: {
          access: 'public',
          rateLimit: 'own',
          refusals: { 409: ['recovery_unavailable'], 429: ['recovery_limited'] },
        },
        schema: {
          tags,
          operationId: 'requestPasswordLink',
          summary:
            'Have a link to a new password sent; the answer does not tell whether there is such a user',
          body: RecoveryRequest,
          response: { 202: z.object({ status: z.literal('accepted') }) },
        },
      },
      async (request, reply) => {
        reply.headers(privateHeaders)
        await recovery.ask(request.body.username, originOf(request))
        return reply.status(202).send({ status: 'accepted' })
      },
    )

    server.post(
      '/api/auth/reset',
      {
        config: { access: 'public', refusals: { 410: ['recovery_expired'] } },
        schema: {
          tags,
          operationId: 'resetPassword',
          summary: 'Choose a new password by a link; ends all sessions',
          body: Recovery,
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        reply.headers(privateHeaders)
        await recovery.reset(request.body, originOf(request))
        return reply.status(204).send(null)
      },
    )
  })
