import { asc, inArray, isNull, sql } from 'drizzle-orm'
import { signingKeys } from '#features/badges/table.ts'
import type { Database } from '#platform/postgres.ts'

export type SigningKeyRow = typeof signingKeys.$inferSelect

/** The id of the advisory lock that processes hold while they add or retire keys. Any fixed number. */
const lockId = 7_203_645

/** The queries on the public halves of signing keys. */
export function createKeyStore(db: Database) {
  return {
    /** Until the transaction ends, no other process adds or retires keys. */
    async lock(): Promise<void> {
      await db.execute(sql`SELECT pg_advisory_xact_lock(${lockId})`)
    },

    /** The keys of these ids, the oldest first. */
    findMany: (ids: string[]): Promise<SigningKeyRow[]> =>
      db.select().from(signingKeys).where(inArray(signingKeys.id, ids)).orderBy(asc(signingKeys.createdAt)),

    /** Every key, the oldest first. */
    list: (): Promise<SigningKeyRow[]> =>
      db.select().from(signingKeys).orderBy(asc(signingKeys.createdAt), asc(signingKeys.id)),

    async insert(key: Omit<SigningKeyRow, 'retiredAt'>): Promise<void> {
      await db.insert(signingKeys).values(key)
    },

    async retireAll(retiredAt: Date): Promise<void> {
      await db.update(signingKeys).set({ retiredAt }).where(isNull(signingKeys.retiredAt))
    },
  }
}
