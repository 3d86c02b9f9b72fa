import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { passkeys, type UserRow, users } from '#features/accounts/table.ts'
import type { Database } from '#platform/postgres.ts'

export type PasskeyRow = typeof passkeys.$inferSelect

/** The queries on passkeys. Pass a transaction to run several of them in one. */
export function createPasskeyStore(db: Database) {
  return {
    async listPasskeys(userId: string): Promise<PasskeyRow[]> {
      return db
        .select()
        .from(passkeys)
        .where(eq(passkeys.userId, userId))
        .orderBy(asc(passkeys.createdAt), asc(passkeys.id))
    },

    /** Adds a passkey; undefined when it is known already. */
    async insertPasskey(passkey: typeof passkeys.$inferInsert): Promise<PasskeyRow | undefined> {
      const [added] = await db.insert(passkeys).values(passkey).onConflictDoNothing().returning()
      return added
    },

    /** The passkey with this credential, and its user unless they are disabled. */
    async findPasskey(credentialId: string): Promise<{ passkey: PasskeyRow; user: UserRow } | undefined> {
      const [row] = await db
        .select({ passkey: passkeys, user: users })
        .from(passkeys)
        .innerJoin(users, eq(users.id, passkeys.userId))
        .where(and(eq(passkeys.credentialId, credentialId), isNull(users.disabledAt)))
      return row
    },

    /** Records a use; returns whether the passkey's counter had not got that far. Of simultaneous calls one succeeds. */
    async notePasskeyUse(id: string, counter: number, now: Date): Promise<boolean> {
      const isNext = sql`(${passkeys.counter} < ${counter} OR (${passkeys.counter} = 0 AND ${counter} = 0))`
      const used = await db
        .update(passkeys)
        .set({ counter, lastUsedAt: now })
        .where(and(eq(passkeys.id, id), isNext))
        .returning({ id: passkeys.id })
      return used.length > 0
    },

    async renamePasskey(id: string, userId: string, name: string): Promise<PasskeyRow | undefined> {
      const [renamed] = await db
        .update(passkeys)
        .set({ name })
        .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)))
        .returning()
      return renamed
    },

    async deletePasskey(id: string, userId: string): Promise<boolean> {
      const deleted = await db
        .delete(passkeys)
        .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)))
        .returning({ id: passkeys.id })
      return deleted.length > 0
    },

    async deletePasskeys(userId: string): Promise<void> {
      await db.delete(passkeys).where(eq(passkeys.userId, userId))
    },
  }
}
