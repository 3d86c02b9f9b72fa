import { and, asc, eq, lte, notInArray, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#platform/postgres.ts'
import type { ReleaseRow } from './store.ts'
import { releases } from './table.ts'

// Any fixed number: the advisory lock of the process that publishes due releases.
const dueLock = 7_203_644

const isDue = (now: Date, skipped: string[] = []) =>
  and(
    eq(releases.status, 'scheduled'),
    lte(releases.dueAt, now),
    skipped.length > 0 ? notInArray(releases.id, skipped) : undefined,
  )

/** Whether a release is due. */
export const someAreDue = (now: Date): SQL => sql`EXISTS (SELECT FROM ${releases} WHERE ${isDue(now)})`

/** The queries on releases that are due. */
export function createDueReleaseStore(db: Database) {
  return {
    /** Whether a release is due, other than those to skip. Costs one index lookup. */
    async hasDue(now: Date, skipped: string[]): Promise<boolean> {
      const rows = await db.select({ id: releases.id }).from(releases).where(isDue(now, skipped)).limit(1)
      return rows.length > 0
    },

    /** Takes the lock on due releases, which one transaction of all processes can have; false if another has it. */
    async tryLockDue(): Promise<boolean> {
      const { rows } = await db.execute<{ taken: boolean }>(
        sql`SELECT pg_try_advisory_xact_lock(${dueLock}) AS taken`,
      )
      return rows[0]?.taken === true
    },

    /** Locks the release that has been due for longest until the transaction ends. */
    async lockNextDue(now: Date, skipped: string[]): Promise<ReleaseRow | undefined> {
      const [row] = await db
        .select()
        .from(releases)
        .where(isDue(now, skipped))
        .orderBy(asc(releases.dueAt), asc(releases.createdAt))
        .limit(1)
        .for('update')
      return row
    },
  }
}
