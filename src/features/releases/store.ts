import { and, asc, desc, eq, exists, inArray, lte, notInArray, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#platform/postgres.ts'
import type { ReleaseItem, ReleaseQuery } from './contract.ts'
import { releaseItems, releases } from './table.ts'

export type ReleaseRow = typeof releases.$inferSelect
export type ReleaseItemRow = typeof releaseItems.$inferSelect

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

/** The queries on releases. Give it a transaction to run several of them as one. */
export function createReleaseStore(db: Database) {
  return {
    async insert(row: Omit<ReleaseRow, 'id'>): Promise<ReleaseRow> {
      const [added] = await db.insert(releases).values(row).returning()
      if (!added) throw new Error('the database returned no inserted release')
      return added
    },

    /** Replaces the texts of a release. */
    async replaceItems(releaseId: string, items: readonly ReleaseItem[]): Promise<void> {
      await db.delete(releaseItems).where(eq(releaseItems.releaseId, releaseId))
      await db
        .insert(releaseItems)
        .values(items.map(({ key, language, version }) => ({ releaseId, key, language, version })))
    },

    async setPrevious({ releaseId, key, language, previousVersion }: ReleaseItemRow): Promise<void> {
      await db
        .update(releaseItems)
        .set({ previousVersion })
        .where(
          and(
            eq(releaseItems.releaseId, releaseId),
            eq(releaseItems.key, key),
            eq(releaseItems.language, language),
          ),
        )
    },

    async update(id: string, changes: Partial<Omit<ReleaseRow, 'id'>>): Promise<ReleaseRow> {
      const [changed] = await db.update(releases).set(changes).where(eq(releases.id, id)).returning()
      if (!changed) throw new Error('a release was deleted while it was being changed')
      return changed
    },

    async remove(id: string): Promise<void> {
      await db.delete(releases).where(eq(releases.id, id))
    },

    async find(id: string): Promise<ReleaseRow | undefined> {
      const [row] = await db.select().from(releases).where(eq(releases.id, id))
      return row
    },

    /** Locks a release until the transaction ends. */
    async lock(id: string): Promise<ReleaseRow | undefined> {
      const [row] = await db.select().from(releases).where(eq(releases.id, id)).for('update')
      return row
    },

    async listItems(ids: string[]): Promise<ReleaseItemRow[]> {
      if (ids.length === 0) return []
      return db
        .select()
        .from(releaseItems)
        .where(inArray(releaseItems.releaseId, ids))
        .orderBy(asc(releaseItems.key), asc(releaseItems.language))
    },

    /** Releases, newest first. */
    async list({ status, key, language, limit, offset }: ReleaseQuery) {
      const hasText =
        key || language
          ? exists(
              db
                .select({ one: sql`1` })
                .from(releaseItems)
                .where(
                  and(
                    eq(releaseItems.releaseId, releases.id),
                    key && eq(releaseItems.key, key),
                    language && eq(releaseItems.language, language),
                  ),
                ),
            )
          : undefined
      const condition = and(status && eq(releases.status, status), hasText)
      const [rows, total] = await Promise.all([
        db
          .select()
          .from(releases)
          .where(condition)
          .orderBy(desc(releases.createdAt), desc(releases.id))
          .limit(limit)
          .offset(offset),
        db.$count(releases, condition),
      ])
      return { rows, total }
    },

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
