import { desc, eq } from 'drizzle-orm'
import type { Database } from '#platform/postgres.ts'
import { sensitiveActions } from './table.ts'

export type ActionRow = typeof sensitiveActions.$inferSelect

/** The queries on recorded actions. */
export function createAuditStore(db: Database) {
  return {
    /** Adds an action, by itself or in the transaction that does it; returns its id. */
    async insert(
      action: Omit<typeof sensitiveActions.$inferInsert, 'id'>,
      on: Database = db,
    ): Promise<string> {
      const [row] = await on.insert(sensitiveActions).values(action).returning({ id: sensitiveActions.id })
      if (!row) throw new Error('the action was not recorded')
      return row.id
    },

    async update(id: string, change: Pick<ActionRow, 'outcome' | 'subject'>): Promise<void> {
      await db.update(sensitiveActions).set(change).where(eq(sensitiveActions.id, id))
    },

    async delete(id: string): Promise<void> {
      await db.delete(sensitiveActions).where(eq(sensitiveActions.id, id))
    },

    /** A page of all, newest first, and how many there are. */
    async list(page: { limit: number; offset: number }): Promise<{ rows: ActionRow[]; total: number }> {
      const [rows, total] = await Promise.all([
        db
          .select()
          .from(sensitiveActions)
          .orderBy(desc(sensitiveActions.at), desc(sensitiveActions.id))
          .limit(page.limit)
          .offset(page.offset),
        db.$count(sensitiveActions),
      ])
      return { rows, total }
    },
  }
}
export type AuditStore = ReturnType<typeof createAuditStore>
