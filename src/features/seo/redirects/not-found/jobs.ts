import { z } from 'zod'
import type { Job } from '#platform/queue.ts'
import { keptDays } from './model.ts'
import { findDayBefore, type MissingOptions } from './service.ts'
import { createMissingStore } from './store.ts'

const Nothing = z.object({})
const year = 365 * 24 * 3_600_000

/** Deletes, once a day, missing addresses of more than 30 days ago. */
export function forgetMissingJob({
  db,
  clock,
  timeZone,
}: Omit<MissingOptions, 'addresses'>): Job<typeof Nothing> {
  return {
    name: 'seo-forget-missing',
    payload: Nothing,
    everyHours: 24,
    async work() {
      const store = createMissingStore(db)
      await store.deleteBefore(findDayBefore(clock.now(), keptDays - 1, timeZone()))
      await store.deleteIgnoredBefore(new Date(clock.now().getTime() - year))
    },
  }
}
