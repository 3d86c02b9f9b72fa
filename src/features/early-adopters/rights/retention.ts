import { z } from 'zod'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import type { Job } from '#platform/queue.ts'
import type { Erasures } from './erasure.ts'
import { createErasureStore } from './erasure-store.ts'

export interface RetentionOptions {
  db: Database
  clock: Clock
  erasures: Erasures
  /** Deletes old mails without a lead, and old counts. */
  deleteOldMail(db: Database, before: { mails: Date; counts: Date }): Promise<void>
  /** Deletes the changes of address that nobody confirmed in time. */
  deleteExpiredEmailChanges(): Promise<void>
}

const Nothing = z.object({})
const batch = 200

/** The retention periods of the privacy policy, in years. */
export const retentionYears = { afterLastContact: 3, counts: 5 } as const

/** Once a day: erases leads whose retention period since their last contact is over, and deletes old counts. */
export function retentionJob(options: RetentionOptions): Job<typeof Nothing> {
  const { db, clock, erasures, deleteOldMail, deleteExpiredEmailChanges } = options
  const store = createErasureStore(db)
  const findSilent = (before: Date) => store.listSilent(before, batch)
  return {
    name: 'early-adopters-retention',
    payload: Nothing,
    everyHours: 24,
    async work() {
      const silent = yearsBefore(clock.now(), retentionYears.afterLastContact)
      const old = yearsBefore(clock.now(), retentionYears.counts)
      for (let ids = await findSilent(silent); ids.length > 0; ids = await findSilent(silent)) {
        await erasures.erase(ids, 'retention')
      }
      await deleteExpiredEmailChanges()
      await deleteOldMail(db, { mails: silent, counts: old })
      await store.removeCountsBefore(old.toISOString().slice(0, 10))
    },
  }
}

function yearsBefore(moment: Date, years: number): Date {
  const before = new Date(moment)
  before.setUTCFullYear(before.getUTCFullYear() - years)
  return before
}
