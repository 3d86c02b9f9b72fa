import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import type { Database } from '#platform/postgres.ts'
import { loginAttempts, sessions, users } from './table.ts'

export type UserRow = typeof users.$inferSelect
export type SessionRow = typeof sessions.$inferSelect

/** The queries on users and their sessions. */
export function createAccountStore(db: Database) {
  const isLive = (now: Date) => and(isNull(sessions.revokedAt), gt(sessions.expiresAt, now))

  return {
    async findUserByName(usernameKey: string): Promise<UserRow | undefined> {
      const [user] = await db.select().from(users).where(eq(users.usernameKey, usernameKey))
      return user
    },

    /** Adds a user unless there is any already; answers whether it did. Processes that start at once add one. */
    async insertFirstUser(user: typeof users.$inferInsert): Promise<boolean> {
      return db.transaction(async (transaction) => {
        await transaction.execute(sql`LOCK TABLE ${users} IN SHARE ROW EXCLUSIVE MODE`)
        if ((await transaction.$count(users)) > 0) return false
        await transaction.insert(users).values(user)
        return true
      })
    },

    async hasUsers(): Promise<boolean> {
      return (await db.$count(users)) > 0
    },

    async insertSession(session: Omit<typeof sessions.$inferInsert, 'id'>): Promise<void> {
      await db.insert(sessions).values(session)
    },

    async findLiveSession(
      tokenHash: string,
      now: Date,
    ): Promise<{ session: SessionRow; user: UserRow } | undefined> {
      const [row] = await db
        .select({ session: sessions, user: users })
        .from(sessions)
        .innerJoin(users, eq(users.id, sessions.userId))
        .where(and(eq(sessions.tokenHash, tokenHash), isLive(now)))
      return row
    },

    async touchSession(id: string, now: Date): Promise<void> {
      await db.update(sessions).set({ lastSeenAt: now }).where(eq(sessions.id, id))
    },

    async listLiveSessions(userId: string, now: Date): Promise<SessionRow[]> {
      return db
        .select()
        .from(sessions)
        .where(and(eq(sessions.userId, userId), isLive(now)))
        .orderBy(sql`${sessions.lastSeenAt} DESC`)
    },

    /** Ends one live session of a user; answers whether there was one. */
    async revokeSession(id: string, userId: string, now: Date): Promise<boolean> {
      const revoked = await db
        .update(sessions)
        .set({ revokedAt: now })
        .where(and(eq(sessions.id, id), eq(sessions.userId, userId), isLive(now)))
        .returning({ id: sessions.id })
      return revoked.length > 0
    },

    /** Forgets sessions that ended before a moment; answers how many. */
    async deleteSessionsEndedBefore(moment: Date): Promise<number> {
      const { rowCount } = await db.delete(sessions).where(lt(sessions.expiresAt, moment))
      return rowCount ?? 0
    },

    /** Forgets counted tries to sign in that no longer matter. */
    async deleteLoginAttemptsBefore(moment: Date): Promise<void> {
      await db.delete(loginAttempts).where(lt(loginAttempts.expire, moment.getTime()))
    },
  }
}
export type AccountStore = ReturnType<typeof createAccountStore>
