import { lt, sql } from 'drizzle-orm'
import { timings, viewCounts } from '#features/analytics/table.ts'
import type { Database } from '#platform/postgres.ts'
import { countEvents } from './event-count-store.ts'
import { countTimings } from './timing-count-store.ts'
import { countViews } from './view-count-store.ts'

// The advisory lock of those who count; any fixed number. Two at once would lock the same counts in different orders.
const countingLock = 7_203_651

/** The counting of what has been taken. */
export function createCountStore(db: Database) {
  return {
    /** Waits until nobody else counts, until the transaction ends. */
    async lock(): Promise<void> {
      await db.execute(sql`SELECT pg_advisory_xact_lock(${countingLock})`)
    },

    /** The months of what waits. */
    async listMonths(): Promise<string[]> {
      const { rows } = await db.execute<{ month: string }>(
        sql`SELECT DISTINCT unnest(months)::text AS month FROM analytics_queue`,
      )
      return rows.map(({ month }) => month)
    },

    /**
     * Moves about `most` views, events and timings from the queue to their tables and adds them to the counts of their days.
     * @returns whether there was anything
     */
    async count(most: number): Promise<boolean> {
      const { rows } = await db.execute<{ content: string }>(sql`
        DELETE FROM analytics_queue WHERE id IN (
          SELECT id FROM (
            SELECT id, sum(size) OVER (ORDER BY id) - size AS before
            FROM (SELECT id, size FROM analytics_queue ORDER BY id LIMIT ${most}) AS next) AS counted
          WHERE before < ${most})
        RETURNING content::text AS content`)
      if (rows.length === 0) return false
      const batch = `[${rows.map(({ content }) => content).join()}]`
      await db.execute(countViews(batch))
      await db.execute(countEvents(batch))
      await db.execute(countTimings(batch))
      return true
    },

    async deleteBefore(day: string): Promise<void> {
      await db.delete(viewCounts).where(lt(viewCounts.day, day))
      await db.delete(timings).where(lt(timings.day, day))
    },
  }
}
