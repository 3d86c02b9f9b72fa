import { lt, sql } from 'drizzle-orm'
import type { Database } from '#platform/postgres.ts'
import { requestCounts } from '#platform/table.ts'

export type RequestCount = typeof requestCounts.$inferSelect

/** The queries on the requests counted over all processes. */
export function createQuotaStore(db: Database) {
  return {
    /** Adds counts to those of all processes and returns the sums. Deletes the counts that expired before `now`. */
    async add(counts: RequestCount[], now: Date): Promise<RequestCount[]> {
      await db.delete(requestCounts).where(lt(requestCounts.resetsAt, now))
      return (
        db
          .insert(requestCounts)
          // In the same order in every process, against deadlocks.
          .values(counts.toSorted((a, b) => (a.client < b.client ? -1 : 1)))
          .onConflictDoUpdate({
            target: requestCounts.client,
            set: { count: sql`${requestCounts.count} + excluded.count` },
          })
          .returning()
      )
    },
  }
}
