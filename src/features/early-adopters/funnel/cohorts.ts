import type { Database } from '#platform/postgres.ts'
import type { Days } from '#shared/time/days.ts'
import { type Cohort, createCohortStore, type Steps } from './cohort-store.ts'

interface CohortOptions {
  db: Database
  /** Where people are counted: it may lag behind. */
  reads: Database
  steps: Steps
  timeZone(): string
}

/** The leads by the day on which they registered, and how far they have come: the figures of the funnel. */
export function createCohorts({ db, reads, steps, timeZone }: CohortOptions) {
  return {
    /** The cohorts of a period, by day, segment and country; still under way are those whose last step is after a moment. */
    list: (period: Days, stepsAfter: Date): Promise<Cohort[]> =>
      createCohortStore(reads, steps).list({ ...period, timeZone: timeZone() }, stepsAfter),

    /** Counts a lead that is about to be erased, in the transaction of the erasure. */
    keepCounts: (transaction: Database, { id, createdAt }: { id: string; createdAt: Date }): Promise<void> =>
      createCohortStore(transaction, steps).keepCounts(id, createdAt, timeZone()),

    deleteErasedBefore: (day: string): Promise<void> => createCohortStore(db, steps).deleteErasedBefore(day),
  }
}
