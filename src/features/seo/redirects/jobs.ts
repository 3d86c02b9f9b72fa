import { z } from 'zod'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import type { Job } from '#platform/queue.ts'
import { createRedirectStore } from './store.ts'

const Nothing = z.object({})
const day = 24 * 3_600_000

/** Deletes, once a day, redirects that were removed more than a day ago. */
export function forgetRedirectsJob({ db, clock }: { db: Database; clock: Clock }): Job<typeof Nothing> {
  return {
    name: 'seo-forget-redirects',
    payload: Nothing,
    everyHours: 24,
    work: () => createRedirectStore(db).deleteRemovedBefore(new Date(clock.now().getTime() - day)),
  }
}
