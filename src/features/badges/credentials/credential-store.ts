import { and, asc, between, eq, isNotNull, max, or, sql } from 'drizzle-orm'
import { isHeld } from '#features/badges/store.ts'
import { badgeAwards } from '#features/badges/table.ts'
import type { Database } from '#platform/postgres.ts'

/** The queries on the credentials of awards and on their status. Give it a transaction to make several of them one. */
export function createCredentialStore(db: Database) {
  return {
    /** Gives awards their credentials, in one statement however many they are. */
    async save(given: { id: string; credential: object }[]): Promise<void> {
      const rows = given.map((one) => sql`(${one.id}::uuid, ${JSON.stringify(one.credential)}::json)`)
      await db.execute(sql`
        UPDATE ${badgeAwards} SET credential = given.credential
        FROM (VALUES ${sql.join(rows, sql`, `)}) AS given (id, credential)
        WHERE ${badgeAwards.id} = given.id`)
    },

    /** An award with its credential. */
    async find(id: string) {
      const [row] = await db.select().from(badgeAwards).where(eq(badgeAwards.id, id))
      return row
    },

    /** A lead's awards that are held, with their credentials; nobody else changes them until the transaction ends. */
    async lockHeld(leadId: string) {
      return db
        .select()
        .from(badgeAwards)
        .where(and(eq(badgeAwards.leadId, leadId), isHeld))
        .orderBy(asc(badgeAwards.id))
        .for('no key update')
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
  }
}
