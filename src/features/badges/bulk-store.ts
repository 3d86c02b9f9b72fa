import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Database } from '#platform/postgres.ts'
import { badgeBulks } from './table.ts'

export type BulkRow = typeof badgeBulks.$inferSelect

/** Whether a bulk award is not done. */
export const someBulksRun = sql`EXISTS (SELECT FROM ${badgeBulks} WHERE ${isNull(badgeBulks.endedAt)})`

/** The queries on bulk awards. Give it a transaction to make several of them one. */
export function createBulkAwardStore(db: Database) {
  return {
    async insert(row: typeof badgeBulks.$inferInsert): Promise<BulkRow> {
      const [added] = await db.insert(badgeBulks).values(row).returning()
      if (!added) throw new Error('a bulk award was inserted but not answered')
      return added
    },

    async find(id: string): Promise<BulkRow | undefined> {
      const [row] = await db.select().from(badgeBulks).where(eq(badgeBulks.id, id))
      return row
    },

    /** Locks the oldest unfinished bulk award that no other process has locked. */
    async take(): Promise<BulkRow | undefined> {
      const [row] = await db
        .select()
        .from(badgeBulks)
        .where(isNull(badgeBulks.endedAt))
        .orderBy(asc(badgeBulks.createdAt), asc(badgeBulks.id))
        .limit(1)
        .for('update', { skipLocked: true })
      return row
    },

    /** Stops a running bulk award after its current batch; returns the award. */
    async stop(id: string, endedAt: Date): Promise<BulkRow | undefined> {
      const [stopped] = await db
        .update(badgeBulks)
        .set({ endedAt, isStopped: true, leadIds: null })
        .where(and(eq(badgeBulks.id, id), isNull(badgeBulks.endedAt)))
        .returning()
      return stopped ?? this.find(id)
    },

    async update(id: string, changes: Partial<BulkRow>): Promise<void> {
      await db.update(badgeBulks).set(changes).where(eq(badgeBulks.id, id))
    },
  }
}
