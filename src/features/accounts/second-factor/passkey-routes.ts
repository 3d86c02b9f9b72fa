import { z } from 'zod'
import { accountPermissions } from '#features/accounts/permissions.ts'
import { defineRoutes } from '#http/routes.ts'
import { privateHeaders } from '#http/security-headers.ts'
import { byId } from '#shared/parameters.ts'
import {
  FactorAdded,
  Passkey,
  PasskeyCreationQuestion,
  PasskeyDraft,
  PasskeyName,
  PasskeyQuestion,
  PasskeyReply,
} from './contract.ts'
import type { SecondFactors } from './second-factor.ts'
import { passkeyBodyLimit } from './step-routes.ts'

const tags = ['Own account']
const access = accountPermissions.changeSecondFactor

/** The user's own passkeys. */
export const passkeyRoutes = ({ own: { passkeys } }: Pick<SecondFactors, 'own'>) =>
  defineRoutes((server) => {
    server.post(
      '/api/auth/second-factor/passkeys/options',
      {
        config: { access, refusals: { 409: ['passkeys_full'] } },
        schema: {
          tags,
          operationId: 'askForNewPasskey',
          summary: 'What a browser has to make a passkey of',
          response: { 200: PasskeyCreationQuestion },
        },
      },
      async (_request, reply, signedIn) => {
        reply.headers(privateHeaders)
        return passkeys.offer(signedIn)
      },
    )

    server.post(
      '/api/auth/second-factor/passkeys',
      {
        bodyLimit: passkeyBodyLimit,
        config: { access, refusals: { 409: ['challenge_expired', 'passkeys_full', 'passkey_known'] } },
        schema: {
          tags,
          operationId: 'addPasskey',
          summary: 'Add a passkey; a first factor ends all other sessions',
          body: PasskeyDraft,
          response: { 201: FactorAdded },
        },
      },
      async (request, reply, signedIn) => {
        reply.headers(privateHeaders)
        return reply.status(201).send(await passkeys.add(signedIn, request.body))
      },
    )

    server.patch(
      '/api/auth/second-factor/passkeys/:id',
      {
        config: { access, refusals: { 404: ['passkey_not_found'] } },
        schema: {
          tags,
          operationId: 'renamePasskey',
          summary: 'Give a passkey another name',
          params: byId,
          body: PasskeyName,
          response: { 200: Passkey },
        },
      },
      async (request, _reply, { user }) => passkeys.rename(request.params.id, user.id, request.body.name),
    )

    server.delete(
      '/api/auth/second-factor/passkeys/:id',
      {
        config: { access, refusals: { 404: ['passkey_not_found'] } },
        schema: {
          tags,
          operationId: 'removePasskey',
          summary: 'Remove a passkey; with the last factor, the recovery codes',
          params: byId,
          response: { 204: z.null() },
        },
      },
      async (request, reply, signedIn) => {
        await passkeys.remove(request.params.id, signedIn)
        return reply.status(204).send(null)
      },
    )
  })

/** Confirming with a passkey instead of the password who one is. */
export const confirmationRoutes = ({ own: { passkeys } }: Pick<SecondFactors, 'own'>) =>
  defineRoutes((server) => {
    server.post(
      '/api/auth/confirm-passkey/options',
      {
        config: { access: accountPermissions.useOwn, refusals: { 409: ['passkey_missing'] } },
        schema: {
          tags: ['Signing in'],
          operationId: 'askForConfirmation',
          summary: 'What one of the user’s passkeys has to sign instead of their password',
          response: { 200: PasskeyQuestion },
        },
      },
      async (_request, reply, signedIn) => {
        reply.headers(privateHeaders)
        return passkeys.offerConfirmation(signedIn)
      },
    )

    server.post(
      '/api/auth/confirm-passkey',
      {
        bodyLimit: passkeyBodyLimit,
        config: { access: accountPermissions.useOwn, refusals: { 409: ['challenge_expired'] } },
        schema: {
          tags: ['Signing in'],
          operationId: 'confirmPasskey',
          summary: 'Use a passkey for what asks for a password given in the last quarter of an hour',
          body: PasskeyReply,
          response: { 204: z.null() },
        },
      },
      async (request, reply, signedIn) => {
        await passkeys.confirm(signedIn, request.body)
        return reply.status(204).send(null)
      },
    )
  })
