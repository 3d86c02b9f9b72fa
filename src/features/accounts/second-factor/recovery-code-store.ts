import { and, eq, isNull, sql } from 'drizzle-orm'
import { recoveryCodes } from '#features/accounts/table.ts'
import type { Database } from '#platform/postgres.ts'

/** The queries on recovery codes. Pass a transaction to run several of them in one. */
export function createRecoveryCodeStore(db: Database) {
  return {
    /** How many codes a user has left, and since when; undefined when they have none at all. */
    async countCodes(userId: string): Promise<{ left: number; createdAt: Date } | undefined> {
      const [codes] = await db
        .select({
          left: sql<number>`count(*) FILTER (WHERE ${recoveryCodes.usedAt} IS NULL)::int`,
          createdAt: sql`min(${recoveryCodes.createdAt})`.mapWith(recoveryCodes.createdAt),
        })
        .from(recoveryCodes)
        .where(eq(recoveryCodes.userId, userId))
        .groupBy(recoveryCodes.userId)
      return codes
    },

    /** Replaces the recovery codes of a user, by none to delete them. */
    async replaceCodes(
      userId: string,
      codes: { salt: string; hashes: readonly string[] } | undefined,
      now: Date,
    ): Promise<void> {
      await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
      if (!codes) return
      const { salt, hashes } = codes
      await db
        .insert(recoveryCodes)
        .values(hashes.map((codeHash) => ({ userId, codeHash, salt, createdAt: now })))
    },

    /** What the codes of a user are hashed with; undefined when there are none. */
    async findCodeSalt(userId: string): Promise<string | undefined> {
      const [code] = await db
        .select({ salt: recoveryCodes.salt })
        .from(recoveryCodes)
        .where(eq(recoveryCodes.userId, userId))
        .limit(1)
      return code?.salt
    },

    /** Uses a recovery code up; returns whether it could be used. Of simultaneous calls one succeeds. */
    async takeCode(userId: string, codeHash: string, now: Date): Promise<boolean> {
      const taken = await db
        .update(recoveryCodes)
        .set({ usedAt: now })
        .where(
          and(
            eq(recoveryCodes.userId, userId),
            eq(recoveryCodes.codeHash, codeHash),
            isNull(recoveryCodes.usedAt),
          ),
        )
        .returning({ userId: recoveryCodes.userId })
      return taken.length > 0
    },
  }
}
