import { socialPermissions } from '#features/social/permissions.ts'
import { SocialPost } from '#features/social/posts/contract.ts'
import type { PostReading } from '#features/social/posts/reading.ts'
import { defineRoutes } from '#http/routes.ts'
import { byId } from '#shared/parameters.ts'
import type { Removal } from './removal.ts'

interface RemovalRouteOptions {
  removal: Removal
  reading: Pick<PostReading, 'get'>
}

/** Removing what is published. */
export const removalRoutes = ({ removal, reading }: RemovalRouteOptions) =>
  defineRoutes((server) => {
    server.post(
      '/api/social/posts/:id/take-down',
      {
        config: {
          access: socialPermissions.publish,
          refusals: {
            404: ['social_post_not_found'],
            409: [
              'social_post_not_published',
              'social_removal_unsupported',
              'social_removal_refused',
              'social_account_disconnected',
              'social_account_broken',
            ],
            502: ['social_platform_failed'],
          },
        },
        schema: {
          tags: ['Posts on social platforms'],
          operationId: 'takeDownSocialPost',
          summary: 'Remove a published post from its platform',
          description:
            'Its status stays `published`, and `removed_at` tells when. Doing so again changes nothing. Where the platform refuses, its sentence is in `detail`.',
          params: byId,
          response: { 200: SocialPost },
        },
      },
      async ({ params: { id } }, _reply, { user }) => {
        await removal.remove(id, user.id)
        return reading.get(id)
      },
    )
  })
