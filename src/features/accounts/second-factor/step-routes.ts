import { LoginResponse } from '#features/accounts/contract.ts'
import { originOf } from '#features/accounts/request-origin.ts'
import { defineRoutes } from '#http/routes.ts'
import { privateHeaders } from '#http/security-headers.ts'
import { PasskeyQuestion, PasskeyReply, SecondStep } from './contract.ts'
import type { SecondFactors } from './second-factor.ts'

const tags = ['Signing in']
export const passkeyBodyLimit = 64 * 1024

/** The second step of a sign-in, and signing in with a passkey. */
export const stepRoutes = ({ steps, passkeySignIn }: Pick<SecondFactors, 'steps' | 'passkeySignIn'>) =>
  defineRoutes((server) => {
    server.post(
      '/api/auth/login/second-factor',
      {
        bodyLimit: passkeyBodyLimit,
        config: {
          access: 'public',
          rateLimit: 'own',
          refusals: {
            401: ['second_factor_failed', 'challenge_expired'],
            409: ['second_factor_unreadable'],
            429: ['second_factor_locked', 'login_locked'],
          },
        },
        schema: {
          tags,
          operationId: 'signInWithSecondFactor',
          summary: 'Finish a sign-in that asked for a second factor',
          body: SecondStep,
          response: { 200: LoginResponse },
        },
      },
      async (request, reply) => {
        reply.headers(privateHeaders)
        return steps.finish(request.body, originOf(request))
      },
    )

    server.post(
      '/api/auth/login/passkey/options',
      {
        config: { access: 'public', rateLimit: 'own', refusals: { 429: ['login_locked'] } },
        schema: {
          tags,
          operationId: 'askForPasskey',
          summary: 'What a passkey has to sign to sign in without a password',
          response: { 200: PasskeyQuestion },
        },
      },
      async (request, reply) => {
        reply.headers(privateHeaders)
        return passkeySignIn.offer(request.client)
      },
    )

    server.post(
      '/api/auth/login/passkey',
      {
        bodyLimit: passkeyBodyLimit,
        config: {
          access: 'public',
          rateLimit: 'own',
          refusals: { 401: ['passkey_failed', 'challenge_expired'], 429: ['login_locked'] },
        },
        schema: {
          tags,
          operationId: 'signInWithPasskey',
          summary: 'Sign in with a passkey alone',
          body: PasskeyReply,
          response: { 200: LoginResponse },
        },
      },
      async (request, reply) => {
        reply.headers(privateHeaders)
        return passkeySignIn.finish(request.body, originOf(request))
      },
    )
  })
