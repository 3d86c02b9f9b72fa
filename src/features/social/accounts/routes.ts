import { z } from 'zod'
import { PlatformId } from '#features/social/contract.ts'
import { socialPermissions } from '#features/social/permissions.ts'
import { defineRoutes } from '#http/routes.ts'
import { byId } from '#shared/parameters.ts'
import {
  AccountTest,
  Disconnection,
  ManagedPlatforms,
  NewAccount,
  NewTimetable,
  SocialAccount,
  SocialPlatform,
} from './contract.ts'
import type { PlatformList } from './platform-list.ts'
import type { SocialAccounts } from './service.ts'

const tags = ['Social accounts']
const refusals = { 404: ['social_account_not_found'] }

/** The accounts of the team at platforms. */
export const accountRoutes = ({ accounts }: { accounts: SocialAccounts }) =>
  defineRoutes((server) => {
    server.get(
      '/api/social/accounts',
      {
        config: { access: socialPermissions.readAccounts },
        schema: {
          tags,
          operationId: 'listSocialAccounts',
          summary: 'The connected accounts, of one platform or of all, without their tokens',
          querystring: z.object({ platform: PlatformId.optional() }),
          response: { 200: z.array(SocialAccount) },
        },
      },
      (request) => accounts.list(request.query.platform),
    )

    server.post(
      '/api/social/accounts',
      {
        config: {
          access: socialPermissions.manage,
          refusals: { 409: ['social_platform_off', 'social_platform_needs_page', 'social_platform_away'] },
        },
        schema: {
          tags,
          operationId: 'addSocialAccount',
          summary:
            'Add an account that needs no page of its platform: one with a token, or one by its name whose posts a person publishes',
          body: NewAccount,
          response: { 201: SocialAccount },
        },
      },
      async (request, reply, { user }) => reply.status(201).send(await accounts.add(request.body, user.id)),
    )

    server.post(
      '/api/social/accounts/:id/disconnect',
      {
        config: { access: socialPermissions.manage, refusals },
        schema: {
          tags,
          operationId: 'disconnectSocialAccount',
          summary:
            'Disconnect an account: its tokens are deleted, whether or not the platform can be told, and what is scheduled for it fails',
          params: byId,
          response: { 200: Disconnection },
        },
      },
      (request) => accounts.disconnect(request.params.id),
    )

    server.post(
      '/api/social/accounts/:id/test',
      {
        config: { access: socialPermissions.manage, refusals },
        schema: {
          tags,
          operationId: 'testSocialAccount',
          summary: 'Ask the platform whether an account works; posts nothing',
          params: byId,
          response: { 200: AccountTest },
        },
      },
      (request) => accounts.test(request.params.id),
    )
  })

/** When posts of the accounts are queued. */
export const timetableRoutes = ({ accounts }: { accounts: SocialAccounts }) =>
  defineRoutes((server) => {
    // Whoever may schedule a post for any time may say when posts are queued.
    server.put(
      '/api/social/accounts/:id/timetable',
      {
        config: { access: socialPermissions.publish, refusals },
        schema: {
          tags,
          operationId: 'setSocialTimetable',
          summary: 'Say at which times of every week posts of an account are queued; none is allowed',
          params: byId,
          body: NewTimetable,
          response: { 200: SocialAccount },
        },
      },
      (request) => accounts.setTimetable(request.params.id, request.body),
    )
  })

/** The platforms, and which of them are used. */
export const platformRoutes = ({ platforms }: { platforms: PlatformList }) =>
  defineRoutes((server) => {
    server.get(
      '/api/social/platforms',
      {
        config: { access: socialPermissions.readAccounts },
        schema: {
          tags,
          operationId: 'listManagedPlatforms',
          summary: 'The platforms that the team uses, with what their interfaces can do and what is missing',
          response: { 200: z.array(SocialPlatform) },
        },
      },
      async () => platforms.listManaged(),
    )

    server.get(
      '/api/social/platforms/available',
      {
        config: { access: socialPermissions.readAccounts },
        schema: {
          tags,
          operationId: 'listAvailablePlatforms',
          summary: 'All platforms, with what their interfaces can do and what is missing',
          response: { 200: z.array(SocialPlatform) },
        },
      },
      async () => platforms.listAll(),
    )

    server.post(
      '/api/social/platforms/managed',
      {
        config: { access: socialPermissions.manage, refusals: { 409: ['settings_stale'] } },
        schema: {
          tags,
          operationId: 'chooseManagedPlatforms',
          summary: 'Choose the platforms that the team uses',
          body: ManagedPlatforms,
          response: { 200: z.array(PlatformId) },
        },
      },
      (request, _reply, { user }) => platforms.choose(request.body, user),
    )
  })
