import { and, asc, desc, eq, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import type { Database } from '#platform/postgres.ts'
import type { EncryptedRows } from './encrypted-rows.ts'
import { type KeyPurpose, signingKeys } from './table.ts'

export type SigningKeyRow = typeof signingKeys.$inferSelect

/** The purpose of the cipher of private keys; their context is the id of their row. */
export const signingKeyPurpose = 'signing-keys'

/** The id of the advisory lock that processes hold while they add, move or retire keys. Any fixed number. */
const lockId = 7_203_645

/** The queries on the signing keys of a purpose. */
export function createSigningKeyStore(db: Database, purpose: KeyPurpose) {
  const isOfPurpose = eq(signingKeys.purpose, purpose)
  return {
    /** Until the transaction ends, no other process adds, moves or retires keys. */
    async lock(): Promise<void> {
      await db.execute(sql`SELECT pg_advisory_xact_lock(${lockId})`)
    },

    /** The newest key that is not retired and whose private half is here. */
    async findCurrent(): Promise<SigningKeyRow | undefined> {
      const [row] = await db
        .select()
        .from(signingKeys)
        .where(and(isOfPurpose, isNull(signingKeys.retiredAt), isNotNull(signingKeys.privateKey)))
        .orderBy(desc(signingKeys.createdAt), desc(signingKeys.id))
        .limit(1)
      return row
    },

    /** The key of this id, whatever its purpose. */
    async find(id: string): Promise<SigningKeyRow | undefined> {
      const [row] = await db.select().from(signingKeys).where(eq(signingKeys.id, id))
      return row
    },

    findMany: (ids: string[]): Promise<SigningKeyRow[]> =>
      db
        .select()
        .from(signingKeys)
        .where(and(isOfPurpose, inArray(signingKeys.id, ids))),

    /** Every key, the oldest first. */
    list: (): Promise<SigningKeyRow[]> =>
      db
        .select()
        .from(signingKeys)
        .where(isOfPurpose)
        .orderBy(asc(signingKeys.createdAt), asc(signingKeys.id)),

    async insert(key: Omit<SigningKeyRow, 'purpose' | 'retiredAt'>): Promise<void> {
      await db.insert(signingKeys).values({ ...key, purpose })
    },

    async storePrivateKey(id: string, privateKey: string): Promise<void> {
      await db.update(signingKeys).set({ privateKey }).where(eq(signingKeys.id, id))
    },

    /** Retires all keys but one, and deletes their private halves. */
    async retireAllBut(id: string, retiredAt: Date): Promise<void> {
      await db
        .update(signingKeys)
        .set({ retiredAt, privateKey: null })
        .where(and(isOfPurpose, ne(signingKeys.id, id), isNull(signingKeys.retiredAt)))
    },

    /** Uses a key again whose private half is in the environment, and deletes the one that is here. */
    async reinstate(id: string): Promise<void> {
      await db
        .update(signingKeys)
        .set({ retiredAt: null, privateKey: null })
        .where(
          and(
            eq(signingKeys.id, id),
            or(isNotNull(signingKeys.retiredAt), isNotNull(signingKeys.privateKey)),
          ),
        )
    },
  }
}

/** The private keys, to be encrypted under another secret. */
export const signingKeySecrets: EncryptedRows = {
  purpose: signingKeyPurpose,
  async list(db) {
    const rows = await db.select().from(signingKeys)
    return rows.flatMap(({ id, privateKey }) =>
      privateKey === null ? [] : [{ context: id, stored: privateKey }],
    )
  },
  async replace(db, { context, stored }, renewed) {
    await db
      .update(signingKeys)
      .set({ privateKey: renewed })
      .where(and(eq(signingKeys.id, context), eq(signingKeys.privateKey, stored)))
  },
}
