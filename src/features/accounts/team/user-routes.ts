import { z } from 'zod'
import { InvitationDraft, Invited, ManagedUser, UserChange } from '#features/accounts/contract.ts'
import { accountPermissions } from '#features/accounts/permissions.ts'
import { describeAction } from '#http/recorded-actions.ts'
import { defineRoutes } from '#http/routes.ts'
import { byId } from '#shared/parameters.ts'
import type { Invitations } from './invitations.ts'
import type { Users } from './users.ts'

const tags = ['Team']
const notFound = { 404: ['user_not_found'] }
const response = { 200: ManagedUser }
const refusals = { ...notFound, 409: ['own_account', 'last_admin'] }

interface UserRouteOptions {
  users: Users
  invitations: Invitations
}

/** The users of the team and who is invited to it, for admins. */
export const userRoutes = ({ users, invitations }: UserRouteOptions) =>
  defineRoutes((server) => {
    server.get(
      '/api/users',
      {
        config: { access: accountPermissions.readUsers },
        schema: {
          tags,
          operationId: 'listUsers',
          summary: 'Everybody of the team and who is invited to it, by name',
          response: { 200: z.array(ManagedUser) },
        },
      },
      () => users.list(),
    )

    server.get(
      '/api/users/:id',
      {
        config: { access: accountPermissions.readUsers, refusals: notFound },
        schema: { tags, operationId: 'getUser', summary: 'One user', params: byId, response },
      },
      (request) => users.get(request.params.id),
    )

    server.post(
      '/api/users',
      {
        config: { access: accountPermissions.invite, refusals: { 409: ['user_email_taken', 'team_full'] } },
        schema: {
          tags,
          operationId: 'inviteUser',
          summary: 'Invite somebody by mail, or by the link in the answer when no mails are sent',
          body: InvitationDraft,
          response: { 201: Invited },
        },
      },
      async (request, reply, signedIn) => {
        const invited = await invitations.invite(request.body, signedIn.user)
        describeAction(request, { user: invited.user.id })
        return reply.status(201).send(invited)
      },
    )

    server.post(
      '/api/users/:id/invitation',
      {
        config: {
          access: accountPermissions.invite,
          refusals: { ...notFound, 409: ['user_not_invited'] },
        },
        schema: {
          tags,
          operationId: 'inviteUserAgain',
          summary: 'Invite somebody again who has not accepted; the earlier link no longer works',
          params: byId,
          response: { 200: Invited },
        },
      },
      async (request, _reply, signedIn) => {
        describeAction(request, { user: request.params.id })
        return invitations.inviteAgain(request.params.id, signedIn.user)
      },
    )
  })

/** Roles, disabling and enabling, for admins. */
export const userChangeRoutes = ({ users }: Pick<UserRouteOptions, 'users'>) =>
  defineRoutes((server) => {
    server.patch(
      '/api/users/:id',
      {
        config: { access: accountPermissions.changeUsers, refusals },
        schema: {
          tags,
          operationId: 'changeUser',
          summary: 'Set the role of a user, and the languages that an editor is limited to',
          params: byId,
          body: UserChange,
          response,
        },
      },
      async (request, _reply, signedIn) => {
        describeAction(request, { user: request.params.id, role: request.body.role })
        return users.change(request.params.id, request.body, signedIn.user.id)
      },
    )

    server.post(
      '/api/users/:id/disable',
      {
        config: {
          access: accountPermissions.changeUsers,
          refusals: { ...notFound, 409: [...refusals[409], 'user_not_active'] },
        },
        schema: {
          tags,
          operationId: 'disableUser',
          summary: 'Keep a user from signing in, and sign them out everywhere at once',
          params: byId,
          response,
        },
      },
      async (request, _reply, signedIn) => {
        describeAction(request, { user: request.params.id })
        return users.disable(request.params.id, signedIn.user.id)
      },
    )

    server.post(
      '/api/users/:id/enable',
      {
        config: { access: accountPermissions.changeUsers, refusals: { ...notFound, 409: ['own_account'] } },
        schema: {
          tags,
          operationId: 'enableUser',
          summary: 'Let a disabled user sign in again',
          params: byId,
          response,
        },
      },
      async (request, _reply, signedIn) => {
        describeAction(request, { user: request.params.id })
        return users.enable(request.params.id, signedIn.user.id)
      },
    )
  })

/** Signing users out and deleting them, for admins. */
export const userRemovalRoutes = ({ users }: Pick<UserRouteOptions, 'users'>) =>
  defineRoutes((server) => {
    server.delete(
      '/api/users/:id/sessions',
      {
        config: { access: accountPermissions.changeUsers, refusals: { ...notFound, 409: ['own_account'] } },
        schema: {
          tags,
          operationId: 'signUserOut',
          summary: 'Sign a user out everywhere',
          params: byId,
          response: { 204: z.null() },
        },
      },
      async (request, reply, signedIn) => {
        describeAction(request, { user: request.params.id })
        await users.endSessions(request.params.id, signedIn.user.id)
        return reply.status(204).send(null)
      },
    )

    server.delete(
      '/api/users/:id',
      {
        config: { access: accountPermissions.deleteUsers, refusals },
        schema: {
          tags,
          operationId: 'deleteUser',
          summary: 'Delete a user, or withdraw an invitation; what they wrote stays, without their name',
          params: byId,
          response: { 204: z.null() },
        },
      },
      async (request, reply, signedIn) => {
        describeAction(request, { user: request.params.id })
        await users.remove(request.params.id, signedIn.user.id)
        return reply.status(204).send(null)
      },
    )
  })
