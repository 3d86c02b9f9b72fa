import { z } from 'zod'
import { createLinkStore } from '#features/reports/links/link-store.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import type { Job } from '#platform/queue.ts'

const Nothing = z.object({})
const day = 24 * 3_600_000
/** How long links that have expired stay in the list, in days. */
const keptDays = 30

/** Deletes, once a day, links that expired a month ago. */
export function forgetLinksJob({ db, clock }: { db: Database; clock: Clock }): Job<typeof Nothing> {
  return {
    name: 'reports-forget-links',
    payload: Nothing,
    everyHours: 24,
    work: () => createLinkStore(db).removeExpiredBefore(new Date(clock.now().getTime() - keptDays * day)),
  }
}
