import { z } from 'zod'
import { socialPermissions } from '#features/social/permissions.ts'
import { defineRoutes } from '#http/routes.ts'
import { byId } from '#shared/parameters.ts'
import { text } from '#shared/text.ts'
import { PostTarget } from './contract.ts'
import type { Targets } from './targets.ts'

/** Where posts can be sent to. */
export const targetRoutes = ({ targets }: { targets: Targets }) =>
  defineRoutes((server) => {
    server.get(
      '/api/social/accounts/:id/targets',
      {
        config: {
          access: socialPermissions.publish,
          refusals: { 404: ['social_account_not_found'], 502: ['social_platform_failed'] },
        },
        schema: {
          tags: ['Posts on social platforms'],
          operationId: 'listSocialTargets',
          summary:
            'Where posts of an account can be sent to, such as its repositories or the categories of one',
          params: byId,
          querystring: z.object({
            field: text(50).pipe(z.string().min(1, 'required')),
            repository: text(300).optional(),
            subreddit: text(300).optional(),
          }),
          response: { 200: z.array(PostTarget) },
        },
      },
      ({ params: { id }, query: { field, ...chosen } }) =>
        targets.list(
          id,
          field,
          Object.fromEntries(
            Object.entries(chosen).flatMap(([name, value]) => (value ? [[name, value]] : [])),
          ),
        ),
    )
  })
