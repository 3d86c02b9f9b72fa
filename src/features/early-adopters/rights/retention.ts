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
  /** Forgets what mail keeps besides what goes with a person. */
  forgetOldMail(db: Database, before: { mails: Date; counts: Date }): Promise<void>
  /** Forgets the new addresses that nobody confirmed in time. */
  forgetEmailChanges(): Promise<void>
}

const Nothing = z.object({})
const batch = 200

/** How long the privacy policy says that data is kept, in years. */
export const retentionYears = { afterLastContact: 3, counts: 5 } as const

/** Once a day: erases whoever has not been in contact for as long as the privacy policy says, and old counts. */
export function retentionJob(options: RetentionOptions): Job<typeof Nothing> {
  const { db, clock, erasures, forgetOldMail, forgetEmailChanges } = options
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
      await forgetEmailChanges()
      await forgetOldMail(db, { mails: silent, counts: old })
      await store.removeCountsBefore(old.toISOString().slice(0, 10))
    },
  }
}

function yearsBefore(moment: Date, years: number): Date {
  const before = new Date(moment)
  before.setUTCFullYear(before.getUTCFullYear() - years)
  return before
}
