import { z } from 'zod'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import type { Job } from '#platform/queue.ts'
import { createFetchStore } from './figures/fetch-store.ts'
import { oldestKeptDay } from './model.ts'

const Nothing = z.object({})

/** Deletes, once a day, the figures of days that Google does not keep either. */
export function forgetFiguresJob({ db, clock }: { db: Database; clock: Clock }): Job<typeof Nothing> {
  return {
    name: 'seo-forget-search-figures',
    payload: Nothing,
    everyHours: 24,
    work: () => createFetchStore(db).deleteBefore(oldestKeptDay(clock.now())),
  }
}
