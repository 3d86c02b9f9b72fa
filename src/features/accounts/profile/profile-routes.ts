import { z } from 'zod'
import { PasswordChange, PasswordConfirmation, Profile, ProfileChange } from '#features/accounts/contract.ts'
import { accountPermissions } from '#features/accounts/permissions.ts'
import { originOf } from '#features/accounts/request-origin.ts'
import { defineRoutes } from '#http/routes.ts'
import { PreferencesChange } from './contract.ts'
import type { Profiles } from './profiles.ts'

const tags = ['Own account']

/** The user's own profile. */
export const profileRoutes = ({ profiles }: { profiles: Profiles }) =>
  defineRoutes((server) => {
    server.get(
      '/api/auth/profile',
      {
        config: { access: accountPermissions.useOwn },
        schema: {
          tags,
          operationId: 'getProfile',
          summary: 'The user’s own profile',
          response: { 200: Profile },
        },
      },
      async (_request, _reply, signedIn) => profiles.get(signedIn.user.id),
    )

    server.put(
      '/api/auth/profile',
      {
        config: {
          access: accountPermissions.useOwn,
          refusals: {
            409: ['user_email_taken'],
            429: ['login_locked', 'email_links_limited', 'mail_limited'],
          },
        },
        schema: {
          tags,
          operationId: 'changeProfile',
          summary:
            'Change one’s own name and address; another address asks for the password, and counts once it is confirmed by a link',
          body: ProfileChange,
          response: { 200: Profile },
        },
      },
      async (request, _reply, signedIn) => profiles.change(signedIn.user.id, request.body, originOf(request)),
    )

    server.patch(
      '/api/auth/preferences',
      {
        config: { access: accountPermissions.useOwn },
        schema: {
          tags,
          operationId: 'changePreferences',
          summary: 'Choose language, theme or time zone; what is not named stays as it is',
          body: PreferencesChange,
          response: { 200: Profile },
        },
      },
      async (request, _reply, signedIn) => profiles.prefer(signedIn.user.id, request.body),
    )
  })

/** The user's own password. */
export const passwordRoutes = ({ profiles }: { profiles: Profiles }) =>
  defineRoutes((server) => {
    server.put(
      '/api/auth/password',
      {
        config: { access: accountPermissions.useOwn, refusals: { 429: ['login_locked'] } },
        schema: {
          tags,
          operationId: 'changePassword',
          summary: 'Change one’s own password; ends all other sessions',
          body: PasswordChange,
          response: { 200: Profile },
        },
      },
      async (request, _reply, signedIn) => {
        const { user, sessionId } = signedIn
        await profiles.changePassword({ userId: user.id, sessionId }, request.body, originOf(request))
        return profiles.get(user.id)
      },
    )

    server.post(
      '/api/auth/confirm-password',
      {
        config: { access: accountPermissions.useOwn, refusals: { 429: ['login_locked'] } },
        schema: {
          tags: ['Signing in'],
          operationId: 'confirmPassword',
          summary:
            'Give one’s password once more, for what asks for one given in the last quarter of an hour',
          body: PasswordConfirmation,
          response: { 204: z.null() },
        },
      },
      async (request, reply, signedIn) => {
        await profiles.confirmPassword(signedIn, request.body.password, request.client)
        return reply.status(204).send(null)
      },
    )
  })
