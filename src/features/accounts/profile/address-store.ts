import { and, asc, eq, gt, isNull, lt } from 'drizzle-orm'
import { keyOf } from '#features/accounts/credentials.ts'
import type { UserRow } from '#features/accounts/table.ts'
import { userEmailChanges, users } from '#features/accounts/table.ts'
import type { Database } from '#platform/postgres.ts'

export type EmailChangeRow = typeof userEmailChanges.$inferSelect

/** The queries on the addresses of users and on the links that confirm them. Pass a transaction to run several in one. */
export function createAddressStore(db: Database) {
  return {
    /** Sets an address; a user whose name was their address signs in with the new one. */
    async set(user: UserRow, email: string | null): Promise<void> {
      const emailKey = email && keyOf(email)
      const isName = user.emailKey !== null && user.usernameKey === user.emailKey
      await db
        .update(users)
        .set({ email, emailKey, ...(email && isName && { username: email, usernameKey: keyOf(email) }) })
        .where(eq(users.id, user.id))
    },

    /** The link that waits for its confirmation, perhaps in vain. */
    async findWaiting(userId: string): Promise<EmailChangeRow | undefined> {
      const [row] = await db
        .select()
        .from(userEmailChanges)
        .where(and(eq(userEmailChanges.userId, userId), isNull(userEmailChanges.endedAt)))
      return row
    },

    /** The times at which a user's links were sent since a moment, the oldest first. */
    async listSent(userId: string, since: Date): Promise<Date[]> {
      const rows = await db
        .select({ at: userEmailChanges.createdAt })
        .from(userEmailChanges)
        .where(and(eq(userEmailChanges.userId, userId), gt(userEmailChanges.createdAt, since)))
        .orderBy(asc(userEmailChanges.createdAt))
      return rows.map(({ at }) => at)
    },

    async insert(row: Omit<EmailChangeRow, 'endedAt'>): Promise<void> {
      await db.insert(userEmailChanges).values(row)
    },

    /** Takes the link of a token, if it works still; of several that do so at once, one gets it. */
    async take(tokenHash: string, now: Date): Promise<EmailChangeRow | undefined> {
      const [row] = await db
        .update(userEmailChanges)
        .set({ endedAt: now })
        .where(
          and(
            eq(userEmailChanges.tokenHash, tokenHash),
            isNull(userEmailChanges.endedAt),
            gt(userEmailChanges.expiresAt, now),
          ),
        )
        .returning()
      return row
    },

    /** Ends the link of a user; returns whether there was one. */
    async end(userId: string, now: Date): Promise<boolean> {
      const ended = await db
        .update(userEmailChanges)
        .set({ endedAt: now })
        .where(and(eq(userEmailChanges.userId, userId), isNull(userEmailChanges.endedAt)))
        .returning({ userId: userEmailChanges.userId })
      return ended.length > 0
    },

    async deleteExpiredBefore(moment: Date): Promise<void> {
      await db.delete(userEmailChanges).where(lt(userEmailChanges.expiresAt, moment))
    },
  }
}
export type AddressStore = ReturnType<typeof createAddressStore>

/** Whose link to another address a token is. */
export async function findUserOfLink(db: Database, tokenHash: string): Promise<string | undefined> {
  const [row] = await db
    .select({ userId: userEmailChanges.userId })
    .from(userEmailChanges)
    .where(eq(userEmailChanges.tokenHash, tokenHash))
  return row?.userId
}
