import { lt, sql } from 'drizzle-orm'
import { erasures } from '#features/early-adopters/table.ts'
import type { Database } from '#platform/postgres.ts'

type ErasureRow = typeof erasures.$inferSelect
export type ErasureReason = Exclude<ErasureRow['reason'], 'retention'>

/** The queries on the counts of erased leads. */
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
  }
}
