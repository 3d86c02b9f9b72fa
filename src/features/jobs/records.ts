import { type NewNotification, notificationOf } from '#shared/notifications/type.ts'
import { jobFailed } from './notifications.ts'

/** The notification of a job that failed in all its attempts. */
export function tellOfJob(job: string, at: Date): NewNotification {
  return notificationOf(jobFailed, { data: { job }, at })
}
