import { and, asc, desc, eq, exists, inArray, lte, notInArray, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#platform/postgres.ts'
import type { ReleaseItem, ReleaseQuery } from './contract.ts'
import { releaseItems, releases } from './table.ts'

export type ReleaseRow = typeof releases.$inferSelect
export type ReleaseItemRow = typeof releaseItems.$inferSelect

// Any fixed number: what processes that look for due releases at once agree to take turns by.
const turnLock = 7_203_644

const isDue = (now: Date, passedOver: string[] = []) =>
  and(
    eq(releases.status, 'scheduled'),
    lte(releases.dueAt, now),
    passedOver.length > 0 ? notInArray(releases.id, passedOver) : undefined,
  )

/** Whether a release is due. */
export const someAreDue = (now: Date): SQL => sql`EXISTS (SELECT FROM ${releases} WHERE ${isDue(now)})`

/** The queries on releases. Give it a transaction to make several of them one. */
export function createReleaseStore(db: Database) {
  return {
    async insert(row: Omit<ReleaseRow, 'id'>): Promise<ReleaseRow> {
      const [added] = await db.insert(releases).values(row).returning()
      if (!added) throw new Error('a release was inserted but not answered')
      return added
    },

    /** Gives a release these texts instead of those it had. */
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
      if (!changed) throw new Error('a release vanished while it was being changed')
      return changed
    },

    async remove(id: string): Promise<void> {
      await db.delete(releases).where(eq(releases.id, id))
    },

    async find(id: string): Promise<ReleaseRow | undefined> {
      const [row] = await db.select().from(releases).where(eq(releases.id, id))
      return row
    },

    /** The release, which nobody else changes until the transaction ends. */
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
      const holdsText =
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
      const condition = and(status && eq(releases.status, status), holdsText)
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

    /** Whether a release is due but for those passed over. Costs one look into an index. */
    async hasDue(now: Date, passedOver: string[]): Promise<boolean> {
      const rows = await db.select({ id: releases.id }).from(releases).where(isDue(now, passedOver)).limit(1)
      return rows.length > 0
    },

    /** Whether it is this transaction's turn to take due releases: one at a time has it, in all processes. */
    async takeTurn(): Promise<boolean> {
      const { rows } = await db.execute<{ taken: boolean }>(
        sql`SELECT pg_try_advisory_xact_lock(${turnLock}) AS taken`,
      )
      return rows[0]?.taken === true
    },

    /** The release that has been due for longest, which nobody else changes until the transaction ends. */
    async lockDue(now: Date, passedOver: string[]): Promise<ReleaseRow | undefined> {
      const [row] = await db
        .select()
        .from(releases)
        .where(isDue(now, passedOver))
        .orderBy(asc(releases.dueAt), asc(releases.createdAt))
        .limit(1)
        .for('update')
      return row
    },
  }
}
