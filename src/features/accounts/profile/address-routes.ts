import { Profile } from '#features/accounts/contract.ts'
import { accountPermissions } from '#features/accounts/permissions.ts'
import { originOf } from '#features/accounts/request-origin.ts'
import { defineRoutes } from '#http/routes.ts'
import { privateHeaders } from '#http/security-headers.ts'
import type { Addresses } from './addresses.ts'
import { ConfirmedEmail, EmailConfirmation } from './contract.ts'
import type { Profiles } from './profiles.ts'

const tags = ['Own account']

interface AddressRouteOptions {
  profiles: Profiles
  addresses: Addresses
}

/** The address that a user has asked for, until it is confirmed by the link that was sent to it. */
export const addressRoutes = ({ profiles, addresses }: AddressRouteOptions) =>
  defineRoutes((server) => {
    server.post(
      '/api/auth/email/confirm',
      {
        config: { access: 'public', refusals: { 409: ['user_email_taken'], 410: ['email_link_expired'] } },
        schema: {
          tags,
          operationId: 'confirmOwnEmail',
          summary: 'Confirm one’s own new address by the link that was sent to it',
          body: EmailConfirmation,
          response: { 200: ConfirmedEmail },
        },
      },
      async (request, reply) => {
        reply.headers(privateHeaders)
        return addresses.confirm(request.body.token, originOf(request))
      },
    )

    server.post(
      '/api/auth/email/pending',
      {
        config: {
          access: accountPermissions.useOwn,
          refusals: {
            404: ['email_not_pending'],
            409: ['user_email_taken'],
            429: ['email_links_limited', 'mail_limited'],
          },
        },
        schema: {
          tags,
          operationId: 'sendEmailLinkAgain',
          summary: 'Have the link to the new address sent again; the one before no longer works',
          response: { 200: Profile },
        },
      },
      async (request, _reply, signedIn) => {
        await addresses.sendAgain(signedIn.user.id, originOf(request))
        return profiles.get(signedIn.user.id)
      },
    )

    server.delete(
      '/api/auth/email/pending',
      {
        config: { access: accountPermissions.useOwn, refusals: { 404: ['email_not_pending'] } },
        schema: {
          tags,
          operationId: 'forgetPendingEmail',
          summary: 'Forget the new address, whose link no longer works',
          response: { 200: Profile },
        },
      },
      async (_request, _reply, signedIn) => {
        await addresses.forget(signedIn.user.id)
        return profiles.get(signedIn.user.id)
      },
    )
  })
