import { z } from 'zod'
import { accountPermissions } from '#features/accounts/permissions.ts'
import { defineRoutes } from '#http/routes.ts'
import { privateHeaders } from '#http/security-headers.ts'
import { FactorAdded, RecoveryCodes, SecondFactor, TotpConfirmation, TotpStart } from './contract.ts'
import type { SecondFactors } from './second-factor.ts'

const tags = ['Own account']
const access = accountPermissions.changeSecondFactor

/** The user's own second factor as a whole, and its recovery codes. */
export const factorRoutes = ({ own }: Pick<SecondFactors, 'own'>) =>
  defineRoutes((server) => {
    server.get(
      '/api/auth/second-factor',
      {
        config: { access: accountPermissions.useOwn },
        schema: {
          tags,
          operationId: 'getSecondFactor',
          summary: 'The user’s own second factor',
          response: { 200: SecondFactor },
        },
      },
      async (_request, reply, { user }) => {
        reply.headers(privateHeaders)
        return own.get(user.id)
      },
    )

    server.post(
      '/api/auth/second-factor/recovery-codes',
      {
        config: { access, refusals: { 409: ['second_factor_missing'], 429: ['rate_limited'] } },
        schema: {
          tags,
          operationId: 'renewRecoveryCodes',
          summary: 'Get new recovery codes; the old ones work no more',
          response: { 200: RecoveryCodes },
        },
      },
      async (_request, reply, signedIn) => {
        reply.headers(privateHeaders)
        return { recovery_codes: await own.renewRecoveryCodes(signedIn) }
      },
    )
  })

/** The user's own authenticator app. */
export const totpRoutes = ({ own: { totp } }: Pick<SecondFactors, 'own'>) =>
  defineRoutes((server) => {
    server.post(
      '/api/auth/second-factor/totp',
      {
        config: { access, refusals: { 409: ['totp_present'] } },
        schema: {
          tags,
          operationId: 'startTotp',
          summary: 'Get the key for an authenticator app; it counts once a code was given',
          response: { 200: TotpStart },
        },
      },
      async (_request, reply, { user }) => {
        reply.headers(privateHeaders)
        return totp.start(user.id)
      },
    )

    server.put(
      '/api/auth/second-factor/totp',
      {
        config: { access, refusals: { 409: ['totp_present', 'totp_not_started'] } },
        schema: {
          tags,
          operationId: 'confirmTotp',
          summary: 'Add the authenticator app that shows this code; a first factor ends all other sessions',
          body: TotpConfirmation,
          response: { 200: FactorAdded },
        },
      },
      async (request, reply, signedIn) => {
        reply.headers(privateHeaders)
        return totp.confirm(signedIn, request.body.code)
      },
    )

    server.delete(
      '/api/auth/second-factor/totp',
      {
        config: { access, refusals: { 404: ['totp_not_found'] } },
        schema: {
          tags,
          operationId: 'removeTotp',
          summary: 'Remove one’s authenticator app; with the last factor, the recovery codes',
          response: { 204: z.null() },
        },
      },
      async (_request, reply, signedIn) => {
        await totp.remove(signedIn)
        return reply.status(204).send(null)
      },
    )
  })
