import { asc, lt, sql } from 'drizzle-orm'
import { earlyAdopters, erasures } from '#features/early-adopters/table.ts'
import type { Database } from '#platform/postgres.ts'

type ErasureRow = typeof erasures.$inferSelect
export type ErasureReason = ErasureRow['reason']

/** The queries on the counts of erased leads, and on leads whose retention period is over. */
export function createErasureStore(db: Database) {
  return {
    /** Counts one erased lead. */
    async count(erasure: Pick<ErasureRow, 'day' | 'segment' | 'reason'>): Promise<void> {
      await db
        .insert(erasures)
        .values({ ...erasure, total: 1 })
        .onConflictDoUpdate({
          target: [erasures.day, erasures.segment, erasures.reason],
          set: { total: sql`${erasures.total} + 1` },
        })
    },

    async removeCountsBefore(day: string): Promise<void> {
      await db.delete(erasures).where(lt(erasures.day, day))
    },

    /** The ids of leads whose last contact was before a time, the earliest first. */
    async listSilent(before: Date, limit: number): Promise<string[]> {
      const rows = await db
        .select({ id: earlyAdopters.id })
        .from(earlyAdopters)
        .where(lt(earlyAdopters.lastContactAt, before))
        .orderBy(asc(earlyAdopters.lastContactAt))
        .limit(limit)
      return rows.map(({ id }) => id)
    },
  }
}
