import { and, desc, eq, getColumns, isNotNull, isNull, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Database } from '#platform/postgres.ts'
import type { AwardedBadgeQuery } from './contract.ts'
import { badgeAwards } from './table.ts'

const { credential: _, ...columns } = getColumns(badgeAwards)

/** An award without its credential, which is rarely needed and large. */
export type AwardRow = Omit<typeof badgeAwards.$inferSelect, 'credential'>
export type NewAward = Pick<AwardRow, 'leadId' | 'badgeType' | 'awardedAt' | 'awardedBy'>

/** Whether an award is neither revoked nor erased. */
export const isHeld = and(isNull(badgeAwards.revokedAt), isNull(badgeAwards.erasedAt))
const states = {
  held: isHeld,
  revoked: and(isNotNull(badgeAwards.revokedAt), isNull(badgeAwards.erasedAt)),
  erased: isNotNull(badgeAwards.erasedAt),
}

/** The queries on awards. Give it a transaction to make several of them one. */
export function createAwardStore(db: Database) {
  return {
    async insert(rows: NewAward[]): Promise<AwardRow[]> {
      return db.insert(badgeAwards).values(rows).returning(columns)
    },

    async find(id: string): Promise<AwardRow | undefined> {
      const [row] = await db.select(columns).from(badgeAwards).where(eq(badgeAwards.id, id))
      return row
    },

    /** Awards, newest first, and how many there are; only of the holders that a condition admits. */
    async list(
      { badge_type, state, limit, offset }: AwardedBadgeQuery,
      isHolderWanted: (leadId: AnyPgColumn) => SQL | undefined,
    ) {
      const wanted = and(
        badge_type && eq(badgeAwards.badgeType, badge_type),
        state && states[state],
        isHolderWanted(badgeAwards.leadId),
      )
      const rows = await db
        .select(columns)
        .from(badgeAwards)
        .where(wanted)
        .orderBy(desc(badgeAwards.awardedAt), desc(badgeAwards.id))
        .limit(limit)
        .offset(offset)
      return { rows, total: await db.$count(badgeAwards, wanted) }
    },

    /** All awards of a lead, newest first. */
    async listOfLead(leadId: string): Promise<AwardRow[]> {
      return db
        .select(columns)
        .from(badgeAwards)
        .where(eq(badgeAwards.leadId, leadId))
        .orderBy(desc(badgeAwards.awardedAt), desc(badgeAwards.id))
    },

    /** Revokes a held award; returns undefined if it is not held. */
    async revoke(id: string, revokedAt: Date, revokeReason: string): Promise<AwardRow | undefined> {
      const [row] = await db
        .update(badgeAwards)
        .set({ revokedAt, revokeReason })
        .where(and(eq(badgeAwards.id, id), isHeld))
        .returning(columns)
      return row
    },

    /** Removes everything that could name the person from a lead's awards; returns their ids. */
    async erase(leadId: string, erasedAt: Date): Promise<string[]> {
      const rows = await db
        .update(badgeAwards)
        .set({ leadId: null, credential: null, revokeReason: null, erasedAt })
        .where(eq(badgeAwards.leadId, leadId))
        .returning({ id: badgeAwards.id })
      return rows.map(({ id }) => id)
    },
  }
}
