import { eq } from 'drizzle-orm'
import { backupSchedule } from '#features/backups/table.ts'
import type { Database } from '#platform/postgres.ts'

export type KeptSchedule = typeof backupSchedule.$inferSelect

const id = 1

/** The queries of up to when the schedule has been kept. */
export function createScheduleStore(db: Database) {
  return {
    async find(): Promise<KeptSchedule | undefined> {
      const [row] = await db.select().from(backupSchedule)
      return row
    },

    /** Locks the row, so that one process at a time goes on with it. */
    async lock(): Promise<KeptSchedule | undefined> {
      const [row] = await db.select().from(backupSchedule).for('update', { skipLocked: true })
      return row
    },

    /** Begins another schedule. */
    async begin(plan: string, now: Date): Promise<void> {
      const row = { plan, setAt: now, keptUntil: now, overdueToldAt: null }
      await db
        .insert(backupSchedule)
        .values({ id, ...row })
        .onConflictDoUpdate({ target: backupSchedule.id, set: row })
    },

    async change(changes: Partial<Pick<KeptSchedule, 'keptUntil' | 'overdueToldAt'>>): Promise<void> {
      await db.update(backupSchedule).set(changes).where(eq(backupSchedule.id, id))
    },
  }
}
