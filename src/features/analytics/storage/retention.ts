import { z } from 'zod'
import { createSaltStore } from '#features/analytics/intake/salt-store.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import type { Job } from '#platform/queue.ts'
import { addDays, localDayOf } from '#shared/time/days.ts'
import { createCountStore } from './count-store.ts'
import { createPartitionStore } from './partition-store.ts'

export interface RetentionOptions {
  db: Database
  clock: Clock
  timeZone(): string
  /** How many days single views are kept. */
  viewDays(): number
}

const Nothing = z.object({})

/** The retention period of the privacy policy for figures about visits, in years. */
export const countYears = 5

/** Once an hour: deletes the salts of earlier days, and the views and counts whose retention period is over. */
export function viewRetentionJob({ db, clock, timeZone, viewDays }: RetentionOptions): Job<typeof Nothing> {
  return {
    name: 'analytics-retention',
    payload: Nothing,
    everyHours: 1,
    async work() {
      const today = localDayOf(clock.now(), timeZone())
      await createSaltStore(db).deleteBefore(today)
      await createPartitionStore(db).deleteBefore(addDays(today, -viewDays()))
      const [year = '', ...rest] = today.split('-')
      await createCountStore(db).deleteBefore([Number(year) - countYears, ...rest].join('-'))
    },
  }
}
