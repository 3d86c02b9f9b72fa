import { and, eq, isNotNull, isNull, lt } from 'drizzle-orm'
import { totpKeys } from '#features/accounts/table.ts'
import type { Database } from '#platform/postgres.ts'
import type { EncryptedRows } from '#platform/secrets/encrypted-rows.ts'

/** The purpose of the cipher of the keys. */
export const totpPurpose = 'accounts.totp'

export type TotpRow = typeof totpKeys.$inferSelect

/** The queries on authenticator apps. Pass a transaction to run several of them in one. */
export function createTotpStore(db: Database) {
  return {
    async findTotp(userId: string): Promise<TotpRow | undefined> {
      const [totp] = await db.select().from(totpKeys).where(eq(totpKeys.userId, userId))
      return totp
    },

    /** Stores a key that is not confirmed yet, instead of an earlier such one. */
    async startTotp(key: Pick<TotpRow, 'userId' | 'secret' | 'createdAt'>): Promise<void> {
      const { secret, createdAt } = key
      await db
        .insert(totpKeys)
        .values(key)
        .onConflictDoUpdate({ target: totpKeys.userId, set: { secret, createdAt, lastStep: 0 } })
    },

    async confirmTotp(userId: string, lastStep: number, now: Date): Promise<void> {
      await db.update(totpKeys).set({ confirmedAt: now, lastStep }).where(eq(totpKeys.userId, userId))
    },

    /** Uses a step up; returns whether neither it nor a later one had been. Of simultaneous calls one succeeds. */
    async takeTotpStep(userId: string, step: number): Promise<boolean> {
      const taken = await db
        .update(totpKeys)
        .set({ lastStep: step })
        .where(and(eq(totpKeys.userId, userId), isNotNull(totpKeys.confirmedAt), lt(totpKeys.lastStep, step)))
        .returning({ userId: totpKeys.userId })
      return taken.length > 0
    },

    /** Deletes the authenticator app of a user; returns whether there was a confirmed one. */
    async deleteTotp(userId: string): Promise<boolean> {
      const deleted = await db.delete(totpKeys).where(eq(totpKeys.userId, userId)).returning()
      return deleted.some(({ confirmedAt }) => confirmedAt !== null)
    },

    /** Deletes keys that were shown before a moment and never confirmed. */
    async deleteUnconfirmedBefore(moment: Date): Promise<void> {
      await db.delete(totpKeys).where(and(isNull(totpKeys.confirmedAt), lt(totpKeys.createdAt, moment)))
    },
  }
}

/** The keys of authenticator apps, to be encrypted under another secret. */
export const totpSecrets: EncryptedRows = {
  purpose: totpPurpose,
  list: (db) => db.select({ context: totpKeys.userId, stored: totpKeys.secret }).from(totpKeys),
  async replace(db, { context, stored }, secret) {
    await db
      .update(totpKeys)
      .set({ secret })
      .where(and(eq(totpKeys.userId, context), eq(totpKeys.secret, stored)))
  },
}
