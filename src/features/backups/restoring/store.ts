import { desc, eq, sql } from 'drizzle-orm'
import { restoreLock } from '#features/backups/restoring/replacing/session-store.ts'
import type { Database } from '#platform/postgres.ts'
import { restores } from './table.ts'

export type RestoreRow = typeof restores.$inferSelect
type NewRestore = Pick<RestoreRow, 'backupId' | 'userId' | 'sendsAgain' | 'startedAt'>

/** The queries on restores. */
export function createRestoreStore(db: Database) {
  return {
    async insert(restore: NewRestore): Promise<string> {
      const [row] = await db.insert(restores).values(restore).returning({ id: restores.id })
      if (!row) throw new Error('the restore was not stored')
      return row.id
    },

    async update(
      id: string,
      change: Partial<typeof restores.$inferInsert>,
      on: Database = db,
    ): Promise<void> {
      await on.update(restores).set(change).where(eq(restores.id, id))
    },

    /** Marks what a process has left running that has ended since: to be called by whoever may restore now. */
    async endInterrupted(at: Date): Promise<void> {
      await db
        .update(restores)
        .set({ state: 'failed', failure: 'interrupted', finishedAt: at })
        .where(eq(restores.state, 'running'))
    },

    async findLast(): Promise<RestoreRow | undefined> {
      const [row] = await db.select().from(restores).orderBy(desc(restores.startedAt)).limit(1)
      return row
    },

    /** The last ones, the newest first. */
    async list(limit: number): Promise<RestoreRow[]> {
      return db.select().from(restores).orderBy(desc(restores.startedAt)).limit(limit)
    },

    /** Whether a process is restoring now. */
    async isRunning(): Promise<boolean> {
      const { rows } = await db.execute<{ running: boolean }>(
        sql`SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid = 0
          AND objid = ${restoreLock} AND objsubid = 1
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())) AS running`,
      )
      return rows[0]?.running === true
    },
  }
}
export type RestoreStore = ReturnType<typeof createRestoreStore>
