import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Database } from '#platform/postgres.ts'
import type { EncryptedRows } from '#platform/secrets/encrypted-rows.ts'
import { signatureDocumentKeys } from './table.ts'

export type DocumentKeyRow = typeof signatureDocumentKeys.$inferSelect

/** The purpose of the cipher of the private keys; the id of the row is the context. */
export const documentKeyPurpose = 'signature-document-keys'

/** The id of the advisory lock that processes hold while they add or retire keys. Any fixed number. */
const lockId = 7_203_652

/** The queries on the keys that documents are signed with. */
export function createDocumentKeyStore(db: Database) {
  return {
    /** Until the transaction ends, no other process adds or retires keys. */
    async lock(): Promise<void> {
      await db.execute(sql`SELECT pg_advisory_xact_lock(${lockId})`)
    },

    /** The newest key that is not retired. */
    async findCurrent(): Promise<DocumentKeyRow | undefined> {
      const [row] = await db
        .select()
        .from(signatureDocumentKeys)
        .where(isNull(signatureDocumentKeys.retiredAt))
        .orderBy(desc(signatureDocumentKeys.createdAt), desc(signatureDocumentKeys.id))
        .limit(1)
      return row
    },

    /** The certificates of all keys, the newest first. */
    listCertificates() {
      const { certificate, createdAt, retiredAt, id } = signatureDocumentKeys
      return db
        .select({ certificate, createdAt, retiredAt })
        .from(signatureDocumentKeys)
        .orderBy(desc(createdAt), desc(id))
    },

    async insert(key: Omit<DocumentKeyRow, 'retiredAt'>): Promise<void> {
      await db.insert(signatureDocumentKeys).values(key)
    },

    async retireAll(retiredAt: Date): Promise<void> {
      await db.update(signatureDocumentKeys).set({ retiredAt }).where(isNull(signatureDocumentKeys.retiredAt))
    },
  }
}

/** The private keys, for `rotate-keys`. */
export const documentKeys: EncryptedRows = {
  purpose: documentKeyPurpose,
  async list(db) {
    const rows = await db.select().from(signatureDocumentKeys)
    return rows.map(({ id, privateKey }) => ({ context: id, stored: privateKey }))
  },
  async replace(db, { context, stored }, renewed) {
    const { id, privateKey } = signatureDocumentKeys
    await db
      .update(signatureDocumentKeys)
      .set({ privateKey: renewed })
      .where(and(eq(id, context), eq(privateKey, stored)))
  },
}
