import { z } from 'zod'
import type { NotificationSource, NotificationType } from '#shared/notifications/type.ts'
import { jobPermissions } from './permissions.ts'

const JobData = z.object({ job: z.string() })
type JobData = z.infer<typeof JobData>

/** Background work failed in all its attempts. */
export const jobFailed: NotificationType<JobData> = {
  name: 'jobs.failed',
  permission: jobPermissions.read,
  schema: JobData,
  mail: 'at_once',
  isAlarming: true,
}

/** What admins are told about background jobs. */
export const jobNotifications: readonly NotificationSource[] = [
  {
    type: jobFailed,
    describe: (told) =>
      told.map(({ data }) => ({ variables: { job: data?.job ?? '' }, path: '/admin/jobs' })),
  } satisfies NotificationSource<JobData>,
]
