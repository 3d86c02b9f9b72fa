import { z } from 'zod'
import {
  type NewNotification,
  type NotificationSource,
  type NotificationType,
  notificationOf,
} from '#shared/notifications/type.ts'
import { jobPermissions } from './permissions.ts'

const JobData = z.object({ job: z.string() })
type JobData = z.infer<typeof JobData>

/** Background work failed in all its attempts. */
const jobFailed: NotificationType<JobData> = {
  name: 'jobs.failed',
  permission: jobPermissions.read,
  schema: JobData,
  mail: 'at_once',
  isAlarming: true,
}

/** The notification of a job that failed in all its attempts. */
export function tellOfJob(job: string, at: Date): NewNotification {
  return notificationOf(jobFailed, { data: { job }, at })
}

/** What admins are told about background jobs. */
export const jobNotifications: readonly NotificationSource[] = [
  {
    type: jobFailed,
    describe: (told) =>
      told.map(({ data }) => ({ variables: { job: data?.job ?? '' }, path: '/admin/jobs' })),
  } satisfies NotificationSource<JobData>,
]
