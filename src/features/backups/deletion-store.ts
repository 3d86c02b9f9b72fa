import { desc, eq, getColumns, sql } from 'drizzle-orm'
import type { Database } from '#platform/postgres.ts'
import type { BackupCopy } from './contract.ts'
import { at, columns, hasCopy, isDeletable, isRunning, type StoredBackup } from './store.ts'
import { backups } from './table.ts'

/** The queries of deleting backups. */
export function createDeletionStore(db: Database) {
  const select = (condition: ReturnType<typeof sql>) =>
    db.select(columns).from(backups).where(condition).orderBy(desc(backups.createdAt), desc(backups.id))

  return {
    /** Those that may be deleted and were made before a moment. */
    listExpired: (before: Date) => select(sql`${isDeletable} AND created_at < ${at(before)}`),

    /** Those that were deleted while a place did not answer, so that copies are left. */
    listLeftovers: () => select(sql`deleted_at IS NOT NULL AND ${hasCopy}`),

    /** Marks a backup as deleted if it may be. Its copies are removed next. */
    async markDeleted(id: string, now: Date): Promise<StoredBackup | undefined> {
      return db.transaction(async (transaction) => {
        // Of the last two that are proven, two who delete at once would each believe that the other stays.
        await transaction.execute(sql`SELECT pg_advisory_xact_lock(hashtext('backups.delete'))`)
        const [row] = await transaction
          .update(backups)
          .set({ deletedAt: now })
          .where(sql`id = ${id} AND ${isDeletable}`)
          .returning(getColumns(backups))
        return row && { ...row, isDeletable: false }
      })
    },

    async setCopies(id: string, copies: BackupCopy[]): Promise<void> {
      await db.update(backups).set({ copies }).where(eq(backups.id, id))
    },

    /** Forgets those of which nothing is left and which are too old for any list. */
    async forget(before: Date): Promise<void> {
      await db
        .delete(backups)
        .where(sql`created_at < ${at(before)} AND NOT (${isRunning}) AND NOT (${hasCopy})`)
    },
  }
}
export type DeletionStore = ReturnType<typeof createDeletionStore>
