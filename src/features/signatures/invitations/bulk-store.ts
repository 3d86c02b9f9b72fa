import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { signatureBulks } from '#features/signatures/table.ts'
import type { Database } from '#platform/postgres.ts'

export type BulkRow = typeof signatureBulks.$inferSelect

/** Whether invitations of many are not done. */
export const someBulksRun = sql`EXISTS (SELECT FROM ${signatureBulks} WHERE ${isNull(signatureBulks.endedAt)})`

/** The queries on invitations of many. Give it a transaction to make several of them one. */
export function createBulkInvitationStore(db: Database) {
  return {
    async insert(row: typeof signatureBulks.$inferInsert): Promise<BulkRow> {
      const [added] = await db.insert(signatureBulks).values(row).returning()
      if (!added) throw new Error('invitations were inserted but not answered')
      return added
    },

    async find(id: string): Promise<BulkRow | undefined> {
      const [row] = await db.select().from(signatureBulks).where(eq(signatureBulks.id, id))
      return row
    },

    /** Locks the oldest unfinished invitations that no other process has locked. */
    async take(): Promise<BulkRow | undefined> {
      const [row] = await db
        .select()
        .from(signatureBulks)
        .where(isNull(signatureBulks.endedAt))
        .orderBy(asc(signatureBulks.createdAt), asc(signatureBulks.id))
        .limit(1)
        .for('update', { skipLocked: true })
      return row
    },

    /** Stops running invitations after their current batch; returns them. */
    async stop(id: string, endedAt: Date): Promise<BulkRow | undefined> {
      const [stopped] = await db
        .update(signatureBulks)
        .set({ endedAt, isStopped: true, leadIds: null })
        .where(and(eq(signatureBulks.id, id), isNull(signatureBulks.endedAt)))
        .returning()
      return stopped ?? this.find(id)
    },

    async update(id: string, changes: Partial<BulkRow>): Promise<void> {
      await db.update(signatureBulks).set(changes).where(eq(signatureBulks.id, id))
    },
  }
}
