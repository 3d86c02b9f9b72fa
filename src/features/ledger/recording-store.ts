import { inArray } from 'drizzle-orm'
import type { Database } from '#platform/postgres.ts'
import { ledgerOpenings, ledgerQueue } from './table.ts'

type QueuedRow = Omit<typeof ledgerQueue.$inferInsert, 'id'>
type OpeningRow = typeof ledgerOpenings.$inferSelect

/** The queries on what is to be recorded. */
export function createRecordingStore(db: Database) {
  return {
    async insert(queued: QueuedRow[], openings: OpeningRow[]): Promise<void> {
      await db.insert(ledgerQueue).values(queued)
      await db.insert(ledgerOpenings).values(openings)
    },

    /** Deletes what leaves say about some things. */
    async forget(subjects: readonly string[]): Promise<void> {
      await db.delete(ledgerOpenings).where(inArray(ledgerOpenings.subject, [...subjects]))
    },
  }
}
