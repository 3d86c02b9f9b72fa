import { desc, eq, getColumns, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#platform/postgres.ts'
import type { BackupReason, BackupState } from './contract.ts'
import { backups } from './table.ts'

export type StoredBackup = typeof backups.$inferSelect & { isDeletable: boolean }
export type NewBackup = Partial<Omit<typeof backups.$inferInsert, 'reason' | 'createdAt'>> & {
  reason: BackupReason
  createdAt: Date
}

/** What a picture of days needs of a backup. */
export interface DatedBackup {
  createdAt: Date
  state: BackupState
  isProven: boolean
}

/** Whether a file of a backup is left. */
export const hasCopy = sql`copies @> '[{"state": "written"}]'`
export const isRunning = sql`state IN ('waiting', 'writing', 'proving')`
/** The last one that is proven and still there. */
const lastProven = sql`(SELECT id FROM backups WHERE proven_at IS NOT NULL AND deleted_at IS NULL AND ${hasCopy}
  ORDER BY created_at DESC, id DESC LIMIT 1)`
export const isDeletable = sql<boolean>`(NOT (${isRunning}) AND deleted_at IS NULL
  AND (held_until IS NULL OR held_until < clock_timestamp()) AND id IS DISTINCT FROM ${lastProven})`
export const columns = { ...getColumns(backups), isDeletable }
export const at = (time: Date) => sql`${time.toISOString()}::timestamptz`

/** The queries of backups. */
export function createBackupStore(db: Database) {
  const select = (condition: SQL) =>
    db.select(columns).from(backups).where(condition).orderBy(desc(backups.createdAt), desc(backups.id))

  async function findOne(condition: SQL): Promise<StoredBackup | undefined> {
    const [row] = await select(condition).limit(1)
    return row
  }

  return {
    /** Those that were not deleted, the latest first. */
    async list({ limit, offset }: { limit: number; offset: number }) {
      const condition = sql`deleted_at IS NULL`
      const [items, [total]] = await Promise.all([
        select(condition).limit(limit).offset(offset),
        db.select({ count: sql<number>`count(*)::int` }).from(backups).where(condition),
      ])
      return { items, total: total?.count ?? 0 }
    },

    find: (id: string) => findOne(sql`id = ${id} AND deleted_at IS NULL`),
    findRunning: () => findOne(isRunning),
    findLastProven: () => findOne(sql`id = ${lastProven}`),
    /** The latest that has ended, unless it was brought from elsewhere. */
    findLastEnded: () => findOne(sql`NOT (${isRunning}) AND reason <> 'uploaded'`),
    /** The latest whose size is known. */
    findLastSized: () => findOne(sql`NOT (${isRunning}) AND size IS NOT NULL AND reason <> 'uploaded'`),

    async countRecentFailures(since: Date): Promise<number> {
      return db.$count(
        backups,
        sql`state = 'failed' AND failure <> 'canceled' AND created_at >= ${at(since)}`,
      )
    },

    async listDated(since: Date): Promise<DatedBackup[]> {
      return db
        .select({
          ...{ createdAt: backups.createdAt, state: backups.state },
          isProven: sql<boolean>`${backups.provenAt} IS NOT NULL`,
        })
        .from(backups)
        .where(sql`created_at >= ${at(since)} AND reason <> 'uploaded'`)
    },

    /** Adds a backup; undefined while another is made, or when that of its time was made already. */
    async insert(backup: NewBackup): Promise<string | undefined> {
      const [added] = await db
        .insert(backups)
        .values(backup)
        .onConflictDoNothing()
        .returning({ id: backups.id })
      return added?.id
    },

    /** Has a running backup end; returns whether it was running. */
    async cancel(id: string, now: Date): Promise<boolean> {
      const { rows } = await db.execute<{ id: string }>(sql`
        UPDATE backups SET is_canceled = true,
          state = CASE WHEN leased_until IS NULL AND state = 'waiting' THEN 'failed' ELSE state END,
          failure = CASE WHEN leased_until IS NULL AND state = 'waiting' THEN 'canceled' END,
          finished_at = CASE WHEN leased_until IS NULL AND state = 'waiting' THEN ${at(now)} END
        WHERE id = ${id} AND ${isRunning} RETURNING id`)
      return rows.length === 1
    },

    async hold(id: string, seconds: number): Promise<void> {
      await db
        .update(backups)
        .set({ heldUntil: sql`clock_timestamp() + make_interval(secs => ${seconds})` })
        .where(eq(backups.id, id))
    },
  }
}
export type BackupStore = ReturnType<typeof createBackupStore>
