import type { Feature } from '#feature.ts'
import type { FailedJobs } from '#platform/failed-jobs.ts'
import { jobNotifications } from './notifications.ts'
import { jobPermissions } from './permissions.ts'
import { jobRoutes } from './routes.ts'

/** Shows the background jobs that failed in all their attempts. */
export function createJobFeature({ failedJobs }: { failedJobs: FailedJobs }) {
  return {
    permissions: jobPermissions,
    notifications: jobNotifications,
    routes: [jobRoutes({ failedJobs })],
    apiParts: [
      {
        name: 'Background jobs',
        description: 'Background work that failed in all its attempts.',
        group: 'team',
      },
    ],
  } satisfies Feature
}
