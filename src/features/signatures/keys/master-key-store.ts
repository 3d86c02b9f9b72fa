import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { signatureMasterKeys } from '#features/signatures/table.ts'
import type { Database } from '#platform/postgres.ts'
import type { EncryptedRows } from '#platform/secrets/encrypted-rows.ts'

export type MasterKeyRow = typeof signatureMasterKeys.$inferSelect

/** The purpose of the cipher of master keys. */
export const masterKeyPurpose = 'signature-master-keys'
/** What the key of an epoch is encrypted for. */
export const masterKeyContext = (epoch: number) => `epoch ${epoch}`

/** The queries on master keys. */
export function createMasterKeyStore(db: Database) {
  return {
    /** Until the transaction ends, no other process begins an epoch. */
    async lock(): Promise<void> {
      await db.execute(sql`SELECT pg_advisory_xact_lock(hashtext('signature master keys'))`)
    },

    /** The key of the last epoch. */
    async findCurrent(): Promise<MasterKeyRow | undefined> {
      const [row] = await db
        .select()
        .from(signatureMasterKeys)
        .orderBy(desc(signatureMasterKeys.epoch))
        .limit(1)
      return row
    },

    /** The newest key that a process can use: that of the environment by its fingerprint, or a stored one. */
    async findUsable(fingerprint: string | undefined): Promise<MasterKeyRow | undefined> {
      const { seed, epoch, fingerprint: stored } = signatureMasterKeys
      const [row] = await db
        .select()
        .from(signatureMasterKeys)
        .where(fingerprint === undefined ? isNotNull(seed) : eq(stored, fingerprint))
        .orderBy(desc(epoch))
        .limit(1)
      return row
    },

    count: (): Promise<number> => db.$count(signatureMasterKeys),

    /** Begins an epoch, which ends the one before. */
    async insert(key: Omit<MasterKeyRow, 'retiredAt'>): Promise<void> {
      await db
        .update(signatureMasterKeys)
        .set({ retiredAt: key.createdAt })
        .where(isNull(signatureMasterKeys.retiredAt))
      await db.insert(signatureMasterKeys).values(key)
    },
  }
}

/** The master keys, to be encrypted under another secret. */
export const masterKeySeeds: EncryptedRows = {
  purpose: masterKeyPurpose,
  async list(db) {
    const rows = await db.select().from(signatureMasterKeys).where(isNotNull(signatureMasterKeys.seed))
    return rows.flatMap(({ epoch, seed }) =>
      seed === null ? [] : [{ context: masterKeyContext(epoch), stored: seed }],
    )
  },
  async replace(db, { context, stored }, renewed) {
    const epoch = Number(context.replace(/\D/g, ''))
    await db
      .update(signatureMasterKeys)
      .set({ seed: renewed })
      .where(and(eq(signatureMasterKeys.epoch, epoch), eq(signatureMasterKeys.seed, stored)))
  },
}
