import { sql } from 'drizzle-orm'
import type { Database } from '#platform/postgres.ts'

/**
 * The advisory lock of whoever replaces the data of the whole installation; any fixed number. It is held for a session, so
 * that maintenance ends with the process that holds it, however that ends.
 */
export const maintenanceLock = 7_203_648

/** The advisory lock that a backup shares for a session while it is written; any fixed number. */
export const backupLock = 7_203_653

/** Whether a backup of this database is written by any process. */
export async function isBackedUp(db: Database): Promise<boolean> {
  const { rows } = await db.execute<{ held: number }>(
    sql`SELECT 1 AS held FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid = 0 AND objid = ${backupLock} AND objsubid = 1
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) LIMIT 1`,
  )
  return rows.length > 0
}

/** Whether the data of this database is being replaced, within a query. */
export const isUnderMaintenance = `EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND granted AND mode = 'ExclusiveLock'
    AND classid = 0 AND objid = ${maintenanceLock} AND objsubid = 1
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))`
