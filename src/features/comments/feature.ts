import type { Core } from '#core.ts'
import type { Feature } from '#feature.ts'
import { commentsChanged } from './contract.ts'
import { createCommentNotifications } from './notifications.ts'
import { commentPermissions } from './permissions.ts'
import { commentReadingRoutes, commentRoutes } from './routes.ts'
import { type CommentOptions, createComments } from './service.ts'

/** Comments of the team on its texts. */
export function createCommentFeature(
  { db, clock, translator }: Core,
  needs: Pick<CommentOptions, 'findNames' | 'listTeam' | 'notify'>,
) {
  const comments = createComments({ db, clock, ...needs })
  return {
    permissions: commentPermissions,
    liveTopics: [commentsChanged],
    notifications: createCommentNotifications({ findNames: needs.findNames, translator }),
    apiParts: [
      { name: 'Comments', description: 'What the team says to each other about its texts.', group: 'team' },
    ],
    routes: [commentReadingRoutes({ comments }), commentRoutes({ comments })],
  } satisfies Feature
}
