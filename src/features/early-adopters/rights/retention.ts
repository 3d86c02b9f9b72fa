import { z } from 'zod'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import type { Job } from '#platform/queue.ts'
import { createErasureStore } from './erasure-store.ts'

export interface RetentionOptions {
  db: Database
  clock: Clock
  /** Deletes old mails with what was recorded about them, and old counts. */
  deleteOldMail(db: Database, before: { mails: Date; counts: Date }): Promise<void>
  /** Deletes the counts of erased leads who registered before a day. */
  deleteErasedCohorts(before: string): Promise<void>
  /** Deletes the changes of address that nobody confirmed in time. */
  deleteExpiredEmailChanges(): Promise<void>
}

const Nothing = z.object({})

/** The retention periods of the privacy policy, in years. Leads themselves are kept until they are erased. */
export const retentionYears = { mails: 3, counts: 5 } as const

/** Once a day: deletes mails and counts whose retention period is over. */
export function retentionJob(options: RetentionOptions): Job<typeof Nothing> {
  const { db, clock, deleteOldMail, deleteErasedCohorts, deleteExpiredEmailChanges } = options
  const store = createErasureStore(db)
  return {
    name: 'early-adopters-retention',
    payload: Nothing,
    everyHours: 24,
    async work() {
      const mails = yearsBefore(clock.now(), retentionYears.mails)
      const counts = yearsBefore(clock.now(), retentionYears.counts)
      await deleteExpiredEmailChanges()
      await deleteOldMail(db, { mails, counts })
      await store.removeCountsBefore(counts.toISOString().slice(0, 10))
      await deleteErasedCohorts(counts.toISOString().slice(0, 10))
    },
  }
}

function yearsBefore(moment: Date, years: number): Date {
  const before = new Date(moment)
  before.setUTCFullYear(before.getUTCFullYear() - years)
  return before
}
