import { Acceptance, Invitation, InvitationToken, LoginResponse } from '#features/accounts/contract.ts'
import { originOf } from '#features/accounts/request-origin.ts'
import { defineRoutes } from '#http/routes.ts'
import { privateHeaders } from '#http/security-headers.ts'
import type { Invitations } from './invitations.ts'

const tags = ['Signing in']
const config = { access: 'public', refusals: { 410: ['invitation_expired'] } } as const

/** Accepting an invitation to the team by its link. */
export const invitationRoutes = ({ invitations }: { invitations: Invitations }) =>
  defineRoutes((server) => {
    server.post(
      '/api/auth/invitation',
      {
        config,
        schema: {
          tags,
          operationId: 'getInvitation',
          summary: 'What a link invites to',
          body: InvitationToken,
          response: { 200: Invitation },
        },
      },
      async (request, reply) => {
        reply.headers(privateHeaders)
        return invitations.describe(request.body.token)
      },
    )

    server.post(
      '/api/auth/invitation/accept',
      {
        config,
        schema: {
          tags,
          operationId: 'acceptInvitation',
          summary: 'Join the team with a name and a password, and sign in',
          body: Acceptance,
          response: { 200: LoginResponse },
        },
      },
      async (request, reply) => {
        reply.headers(privateHeaders)
        return invitations.accept(request.body, originOf(request))
      },
    )
  })
