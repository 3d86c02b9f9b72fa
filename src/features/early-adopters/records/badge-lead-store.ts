import { and, asc, count, eq, gt, inArray, lte, type SQL, sql, sum } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { bringBackLeads } from '#features/early-adopters/restoring/restoring-store.ts'
import { earlyAdopterCounts, earlyAdopters } from '#features/early-adopters/table.ts'
import { matchesSearch } from '#platform/database/search-text.ts'
import type { Database } from '#platform/postgres.ts'
import type { BadgeType } from '#shared/badge-types.ts'
import type { Member } from '#shared/roles.ts'
import { searchWordsOf } from '#shared/search/words.ts'
import type { Segment } from '#shared/segments.ts'
import { visibilityFor } from './visibility.ts'

const columns = {
  id: earlyAdopters.id,
  name: earlyAdopters.name,
  email: earlyAdopters.email,
  language: earlyAdopters.language,
  segment: earlyAdopters.segment,
  badges: earlyAdopters.badges,
}

/** Those of a segment who had joined at a time. */
export interface SegmentAt {
  segment: Segment
  joinedBy: Date
}

const isIn = ({ segment, joinedBy }: SegmentAt) =>
  and(eq(earlyAdopters.segment, segment), lte(earlyAdopters.createdAt, joinedBy))

/** The queries on leads for badges, in the caller's transaction. */
export const badgeLeads = {
  /** The leads of these ids, whom nobody else changes until the transaction ends; always locked in the same order. */
  async lock(db: Database, ids: string[]) {
    return db
      .select(columns)
      .from(earlyAdopters)
      .where(inArray(earlyAdopters.id, ids))
      .orderBy(asc(earlyAdopters.id))
      .for('no key update')
  },

  async exists(db: Database, id: string): Promise<boolean> {
    return (await db.$count(earlyAdopters, eq(earlyAdopters.id, id))) > 0
  },

  async addBadge(db: Database, ids: string[], type: BadgeType): Promise<void> {
    await db
      .update(earlyAdopters)
      .set({ badges: sql`array_append(${earlyAdopters.badges}, ${type}::text)` })
      .where(inArray(earlyAdopters.id, ids))
  },

  async removeBadge(db: Database, id: string, type: BadgeType): Promise<void> {
    await db
      .update(earlyAdopters)
      .set({ badges: sql`array_remove(${earlyAdopters.badges}, ${type}::text)` })
      .where(eq(earlyAdopters.id, id))
  },

  /** Sets the badges of all leads to those of a subquery with the columns `lead_id` and `badges`. */
  async setBadges(db: Database, held: SQL): Promise<void> {
    await db.execute(sql`
      UPDATE early_adopters SET badges = found.badges FROM (
        SELECT lead.id, coalesce(held.badges, '{}') AS badges FROM early_adopters lead LEFT JOIN ${held} held ON held.lead_id = lead.id
      ) found
      WHERE found.id = early_adopters.id
        AND NOT (found.badges <@ early_adopters.badges AND early_adopters.badges <@ found.badges)`)
  },

  /** Brings back leads of before a restore, since badges of theirs stay. */
  bringBack: bringBackLeads,

  /** The condition that a column names a lead whom a search finds; by address only for those who may read addresses. */
  isFound(db: Database, leadId: AnyPgColumn, search: string, reader: Member): SQL {
    const searchesAddresses = visibilityFor(reader).addresses
    const found = db
      .select({ id: earlyAdopters.id })
      .from(earlyAdopters)
      .where(and(...matchesSearch(earlyAdopters.searchText, searchWordsOf(search), { searchesAddresses })))
    return inArray(leadId, found)
  },

  /** The names of the leads with these ids. */
  async findNames(db: Database, ids: string[]): Promise<Map<string, string>> {
    const rows = await db
      .select({ id: earlyAdopters.id, name: earlyAdopters.name })
      .from(earlyAdopters)
      .where(inArray(earlyAdopters.id, ids))
    return new Map(rows.map(({ id, name }) => [id, name]))
  },

  async countSegment(db: Database, segment: SegmentAt): Promise<number> {
    const [row] = await db.select({ total: count() }).from(earlyAdopters).where(isIn(segment))
    return row?.total ?? 0
  },

  /** The next ids of a segment in the order of ids, after one of them or from the first. */
  async nextOfSegment(
    db: Database,
    segment: SegmentAt,
    after: string | null,
    limit: number,
  ): Promise<string[]> {
    const rows = await db
      .select({ id: earlyAdopters.id })
      .from(earlyAdopters)
      .where(and(isIn(segment), after === null ? undefined : gt(earlyAdopters.id, after)))
      .orderBy(asc(earlyAdopters.id))
      .limit(limit)
    return rows.map(({ id }) => id)
  },

  /** How many hold each badge now, at the same cost at any size. */
  async countByBadge(db: Database): Promise<Map<string, number>> {
    const rows = await db
      .select({ badge: earlyAdopterCounts.badge, total: sum(earlyAdopterCounts.total).mapWith(Number) })
      .from(earlyAdopterCounts)
      .groupBy(earlyAdopterCounts.badge)
    return new Map(rows.map(({ badge, total }) => [badge, total ?? 0]))
  },
}
