import { and, desc, eq, exists, sql } from 'drizzle-orm'
import { dayOf, isWithin } from '#platform/database/local-days.ts'
import type { Database } from '#platform/postgres.ts'
import type { LocalDays, TimelineEvent } from '#shared/time/timeline.ts'
import type { ReleaseQuery } from './contract.ts'
import { releaseItems, releases } from './table.ts'

export type ReleaseRow = typeof releases.$inferSelect

/** The queries on releases. Give it a transaction to run several of them as one. */
export function createReleaseStore(db: Database) {
  return {
    async insert(row: Omit<ReleaseRow, 'id'>): Promise<ReleaseRow> {
      const [added] = await db.insert(releases).values(row).returning()
      if (!added) throw new Error('the database returned no inserted release')
      return added
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

    /** Those that went live within days. */
    async listLive(days: LocalDays): Promise<TimelineEvent[]> {
      const { name, liveAt } = releases
      const { rows } = await db.execute<Record<string, unknown> & TimelineEvent>(sql`
        SELECT ${dayOf(liveAt, days.timeZone)}::text AS day, ${name} AS name, 1 AS count FROM ${releases}
        WHERE ${isWithin(liveAt, days)} ORDER BY ${liveAt}`)
      return rows
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
  }
}
