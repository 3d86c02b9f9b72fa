import { z } from 'zod'
import type { Clock } from '#platform/clock.ts'
import type { Job } from '#platform/queue.ts'
import type { NotificationStore } from './store.ts'

const Nothing = z.object({})
/** How long notifications are kept, in milliseconds. */
const keptFor = 90 * 24 * 3_600_000

/** Deletes, once a day, notifications that are older than three months. */
export function forgetNotificationsJob({
  store,
  clock,
}: {
  store: Pick<NotificationStore, 'deleteOld'>
  clock: Clock
}): Job<typeof Nothing> {
  return {
    name: 'notifications-forget',
    payload: Nothing,
    everyHours: 24,
    work: () => store.deleteOld(new Date(clock.now().getTime() - keptFor)),
  }
}
