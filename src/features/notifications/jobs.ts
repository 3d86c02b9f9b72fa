import { z } from 'zod'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import type { Job } from '#platform/queue.ts'
import { createRetentionStore } from './retention-store.ts'

const Nothing = z.object({})
/** How long notifications are kept, in milliseconds. */
const keptFor = 90 * 24 * 3_600_000

/** Deletes, once a day, notifications that are older than three months. */
export function forgetNotificationsJob({ db, clock }: { db: Database; clock: Clock }): Job<typeof Nothing> {
  return {
    name: 'notifications-forget',
    payload: Nothing,
    everyHours: 24,
    work: () => createRetentionStore(db).deleteOld(new Date(clock.now().getTime() - keptFor)),
  }
}
