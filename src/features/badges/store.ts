import { and, asc, between, desc, eq, getColumns, isNotNull, isNull, max, or, sql } from 'drizzle-orm'
import type { Database } from '#platform/postgres.ts'
import type { BadgeType } from '#shared/badge-types.ts'
import type { Language } from '#shared/languages.ts'
import type { AwardedBadgeQuery, BadgeText } from './contract.ts'
import { badgeAwards, badgeBulks, badgeTexts } from './table.ts'

const { credential, ...columns } = getColumns(badgeAwards)

/** An award without its credential, which only those who ask for it need. */
export type AwardRow = Omit<typeof badgeAwards.$inferSelect, 'credential'>
export type NewAward = Pick<AwardRow, 'leadId' | 'badgeType' | 'awardedAt' | 'awardedBy'>
export type BulkRow = typeof badgeBulks.$inferSelect

const isHeld = and(isNull(badgeAwards.revokedAt), isNull(badgeAwards.erasedAt))
const states = {
  held: isHeld,
  revoked: and(isNotNull(badgeAwards.revokedAt), isNull(badgeAwards.erasedAt)),
  erased: isNotNull(badgeAwards.erasedAt),
}

/** Whether a bulk award is not done. */
export const someBulksRun = sql`EXISTS (SELECT FROM ${badgeBulks} WHERE ${isNull(badgeBulks.endedAt)})`

/** The queries on awards, badges' texts and bulk awards. Give it a transaction to make several of them one. */
export function createBadgeStore(db: Database) {
  return {
    async insert(rows: NewAward[]): Promise<AwardRow[]> {
      return db.insert(badgeAwards).values(rows).returning(columns)
    },

    /** Gives awards their credentials, in one statement however many they are. */
    async setCredentials(given: { id: string; credential: object }[]): Promise<void> {
      const rows = given.map((one) => sql`(${one.id}::uuid, ${JSON.stringify(one.credential)}::json)`)
      await db.execute(sql`
        UPDATE ${badgeAwards} SET credential = given.credential
        FROM (VALUES ${sql.join(rows, sql`, `)}) AS given (id, credential)
        WHERE ${badgeAwards.id} = given.id`)
    },

    async find(id: string): Promise<AwardRow | undefined> {
      const [row] = await db.select(columns).from(badgeAwards).where(eq(badgeAwards.id, id))
      return row
    },

    async findWithCredential(id: string) {
      const [row] = await db
        .select({ ...columns, credential })
        .from(badgeAwards)
        .where(eq(badgeAwards.id, id))
      return row
    },

    /** Awards, newest first, and how many there are. */
    async list({ badge_type, state, limit, offset }: AwardedBadgeQuery) {
      const wanted = and(badge_type && eq(badgeAwards.badgeType, badge_type), state && states[state])
      const rows = await db
        .select(columns)
        .from(badgeAwards)
        .where(wanted)
        .orderBy(desc(badgeAwards.awardedAt), desc(badgeAwards.id))
        .limit(limit)
        .offset(offset)
      return { rows, total: await db.$count(badgeAwards, wanted) }
    },

    /** All that a lead was ever awarded, newest first. */
    async listOfLead(leadId: string): Promise<AwardRow[]> {
      return db
        .select(columns)
        .from(badgeAwards)
        .where(eq(badgeAwards.leadId, leadId))
        .orderBy(desc(badgeAwards.awardedAt), desc(badgeAwards.id))
    },

    /** A lead's awards that are held, with their credentials; nobody else changes them until the transaction ends. */
    async lockHeld(leadId: string) {
      return db
        .select({ ...columns, credential })
        .from(badgeAwards)
        .where(and(eq(badgeAwards.leadId, leadId), isHeld))
        .orderBy(asc(badgeAwards.id))
        .for('no key update')
    },

    /** Revokes an award that is held; answers nothing when it is not, or no longer. */
    async revoke(id: string, revokedAt: Date, revokeReason: string): Promise<AwardRow | undefined> {
      const [row] = await db
        .update(badgeAwards)
        .set({ revokedAt, revokeReason })
        .where(and(eq(badgeAwards.id, id), isHeld))
        .returning(columns)
      return row
    },

    /** Leaves nothing of a lead's awards that could name the person; answers their ids. */
    async erase(leadId: string, erasedAt: Date): Promise<string[]> {
      const rows = await db
        .update(badgeAwards)
        .set({ leadId: null, credential: null, revokeReason: null, erasedAt })
        .where(eq(badgeAwards.leadId, leadId))
        .returning({ id: badgeAwards.id })
      return rows.map(({ id }) => id)
    },

    /** The status indexes of a range whose awards are revoked or erased, in order. */
    async listVoid(from: number, to: number): Promise<number[]> {
      const rows = await db
        .select({ index: badgeAwards.statusIndex })
        .from(badgeAwards)
        .where(
          and(
            between(badgeAwards.statusIndex, from, to),
            or(isNotNull(badgeAwards.revokedAt), isNotNull(badgeAwards.erasedAt)),
          ),
        )
        .orderBy(asc(badgeAwards.statusIndex))
      return rows.map(({ index }) => index)
    },

    async lastStatusIndex(): Promise<number> {
      const [row] = await db.select({ last: max(badgeAwards.statusIndex) }).from(badgeAwards)
      return row?.last ?? 0
    },

    /** The texts that the team has put in place of the built-in ones. */
    async listTexts(language: Language) {
      return db.select().from(badgeTexts).where(eq(badgeTexts.language, language))
    },

    async saveText(
      key: { badgeType: BadgeType; language: Language },
      text: BadgeText & { updatedAt: Date; updatedBy: string },
    ): Promise<void> {
      await db
        .insert(badgeTexts)
        .values({ ...key, ...text })
        .onConflictDoUpdate({ target: [badgeTexts.badgeType, badgeTexts.language], set: text })
    },

    async removeText(badgeType: BadgeType, language: Language): Promise<void> {
      await db
        .delete(badgeTexts)
        .where(and(eq(badgeTexts.badgeType, badgeType), eq(badgeTexts.language, language)))
    },

    async insertBulk(row: typeof badgeBulks.$inferInsert): Promise<BulkRow> {
      const [added] = await db.insert(badgeBulks).values(row).returning()
      if (!added) throw new Error('a bulk award was inserted but not answered')
      return added
    },

    async findBulk(id: string): Promise<BulkRow | undefined> {
      const [row] = await db.select().from(badgeBulks).where(eq(badgeBulks.id, id))
      return row
    },

    /** The oldest bulk award that is not done, unless another process is at it. */
    async takeBulk(): Promise<BulkRow | undefined> {
      const [row] = await db
        .select()
        .from(badgeBulks)
        .where(isNull(badgeBulks.endedAt))
        .orderBy(asc(badgeBulks.createdAt), asc(badgeBulks.id))
        .limit(1)
        .for('update', { skipLocked: true })
      return row
    },

    /** Ends a bulk award that runs, once the batch that is being made is done; answers it as it stands. */
    async stopBulk(id: string, endedAt: Date): Promise<BulkRow | undefined> {
      const [stopped] = await db
        .update(badgeBulks)
        .set({ endedAt, isStopped: true, leadIds: null })
        .where(and(eq(badgeBulks.id, id), isNull(badgeBulks.endedAt)))
        .returning()
      return stopped ?? this.findBulk(id)
    },

    async updateBulk(id: string, changes: Partial<BulkRow>): Promise<void> {
      await db.update(badgeBulks).set(changes).where(eq(badgeBulks.id, id))
    },
  }
}
