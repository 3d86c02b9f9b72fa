import type { Core } from '#core.ts'
import type { Feature } from '#feature.ts'
import { commentPermissions } from './permissions.ts'
import { commentReadingRoutes, commentRoutes } from './routes.ts'
import { type CommentOptions, createComments } from './service.ts'

/** Comments of the team on its texts. */
export function createCommentFeature(
  { db, clock }: Core,
  needs: Pick<CommentOptions, 'findNames' | 'listTeam'>,
) {
  const comments = createComments({ db, clock, ...needs })
  return {
    permissions: commentPermissions,
    apiParts: [
      { name: 'Comments', description: 'What the team says to each other about its texts.', group: 'team' },
    ],
    routes: [commentReadingRoutes({ comments }), commentRoutes({ comments })],
  } satisfies Feature
}
