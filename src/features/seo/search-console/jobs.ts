import { z } from 'zod'
import { createDayStore } from '#features/seo/search-console/figures/day-store.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import type { Job } from '#platform/queue.ts'
import { oldestKeptDay } from './model.ts'

const Nothing = z.object({})

/** Deletes, once a day, the figures of days that Google does not keep either. */
export function forgetFiguresJob({ db, clock }: { db: Database; clock: Clock }): Job<typeof Nothing> {
  return {
    name: 'seo-forget-search-figures',
    payload: Nothing,
    everyHours: 24,
    work: () => createDayStore(db).deleteBefore(oldestKeptDay(clock.now())),
  }
}
