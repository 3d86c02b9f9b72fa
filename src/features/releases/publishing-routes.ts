import { defineRoutes } from '#http/routes.ts'
import { byId } from '#shared/parameters.ts'
import { Release, ReleaseRollBack, ReleaseSchedule } from './contract.ts'
import { releasePermissions } from './permissions.ts'
import type { ReleasePublishing } from './publishing.ts'
import type { Releases } from './service.ts'

const tags = ['Releases']
const response = { 200: Release }

interface ReleasePublishingRouteOptions {
  releases: Releases
  publishing: ReleasePublishing
}

/** Publishing, scheduling, cancelling and rolling back releases, for editors. */
export const releasePublishingRoutes = ({ releases, publishing }: ReleasePublishingRouteOptions) =>
  defineRoutes((server) => {
    server.post(
      '/api/releases/:id/publish',
      {
        config: {
          access: releasePermissions.publish,
          refusals: { 409: ['release_not_open'], 422: ['release_text_missing', 'release_text_blank'] },
        },
        schema: {
          tags,
          operationId: 'publishRelease',
          summary: 'Put all its texts on the site, or none',
          params: byId,
          response,
        },
      },
      async (request, _reply, signedIn) => publishing.publish(request.params.id, signedIn.user.id),
    )

    server.post(
      '/api/releases/:id/schedule',
      {
        config: { access: releasePermissions.publish, refusals: { 409: ['release_not_open'] } },
        schema: {
          tags,
          operationId: 'scheduleRelease',
          summary: 'Set the time at which it goes live',
          params: byId,
          body: ReleaseSchedule,
          response,
        },
      },
      async (request) => releases.schedule(request.params.id, request.body.due_at),
    )

    server.post(
      '/api/releases/:id/cancel',
      {
        config: { access: releasePermissions.publish, refusals: { 409: ['release_not_scheduled'] } },
        schema: {
          tags,
          operationId: 'cancelRelease',
          summary: 'Cancel a scheduled release',
          params: byId,
          response,
        },
      },
      async (request) => releases.cancel(request.params.id),
    )

    server.post(
      '/api/releases/:id/roll-back',
      {
        config: {
          access: releasePermissions.publish,
          refusals: { 409: ['release_not_live', 'release_overtaken'] },
        },
        schema: {
          tags,
          operationId: 'rollBackRelease',
          summary: 'Put back what was live before',
          params: byId,
          body: ReleaseRollBack,
          response,
        },
      },
      async (request, _reply, signedIn) =>
        publishing.rollBack(request.params.id, {
          force: request.body?.force ?? false,
          actorId: signedIn.user.id,
        }),
    )
  })
