import type { Database } from '#platform/postgres.ts'
import type { Days } from '#shared/time/days.ts'
import { type Cohort, createCohortStore, type MailSteps } from './cohort-store.ts'

interface CohortOptions {
  db: Database
  mailSteps: MailSteps
  timeZone(): string
}

/** The leads by the day on which they registered, and how far they have come: the figures of the funnel. */
export function createCohorts({ db, mailSteps, timeZone }: CohortOptions) {
  return {
    /** The cohorts of a period, by day, segment and country. */
    list: (period: Days): Promise<Cohort[]> =>
      createCohortStore(db, mailSteps).list({ ...period, timeZone: timeZone() }),

    /** Counts a lead that is about to be erased, in the transaction of the erasure. */
    keepCounts: (transaction: Database, { id, createdAt }: { id: string; createdAt: Date }): Promise<void> =>
      createCohortStore(transaction, mailSteps).keepCounts(id, createdAt, timeZone()),

    deleteErasedBefore: (day: string): Promise<void> =>
      createCohortStore(db, mailSteps).deleteErasedBefore(day),
  }
}
