import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Database } from '#platform/postgres.ts'
import { createResetStore } from './reset-store.ts'
import { createSessionStore } from './session-store.ts'
import { users } from './table.ts'

export type UserRow = typeof users.$inferSelect

/** The queries on users. */
export function createUserStore(db: Database) {
  return {
    async findByName(usernameKey: string): Promise<UserRow | undefined> {
      const [user] = await db.select().from(users).where(eq(users.usernameKey, usernameKey))
      return user
    },

    async get(id: string): Promise<UserRow> {
      const [user] = await db.select().from(users).where(eq(users.id, id))
      if (!user) throw new Error(`there is no user ${id}`)
      return user
    },

    /** The users with these ids; unknown ids are left out. */
    async list(ids: readonly string[]): Promise<Pick<UserRow, 'id' | 'name' | 'username' | 'email'>[]> {
      if (ids.length === 0) return []
      const { id, name, username, email } = users
      return db
        .select({ id, name, username, email })
        .from(users)
        .where(inArray(id, [...new Set(ids)]))
    },

    /** Changes a user's name and address; undefined when another user has the address. */
    async change(
      id: string,
      facts: Pick<UserRow, 'name' | 'email' | 'emailKey'>,
    ): Promise<UserRow | undefined> {
      return db.transaction(async (transaction) => {
        // The check and the change must be atomic.
        await transaction.execute(sql`LOCK TABLE ${users} IN SHARE ROW EXCLUSIVE MODE`)
        const taken =
          facts.emailKey !== null &&
          (await transaction.$count(users, and(eq(users.emailKey, facts.emailKey), ne(users.id, id)))) > 0
        if (taken) return undefined
        const [changed] = await transaction.update(users).set(facts).where(eq(users.id, id)).returning()
        return changed
      })
    },

    /** Sets a password, ends all other sessions of its user and invalidates their links to a new password. */
    async setPassword(id: string, passwordHash: string, now: Date, keptSession?: string): Promise<void> {
      await db.transaction(async (transaction) => {
        await transaction.update(users).set({ passwordHash }).where(eq(users.id, id))
        const sessions = createSessionStore(transaction)
        await sessions.revokeAll(id, now, keptSession)
        if (keptSession !== undefined) await sessions.confirmPassword(keptSession, now)
        await createResetStore(transaction).voidAll(id, now)
      })
    },

    /** Sets a password by a link and ends all sessions of its user. Returns whether the link was valid. */
    async setPasswordByReset(tokenHash: string, passwordHash: string, now: Date): Promise<boolean> {
      return db.transaction(async (transaction) => {
        const userId = await createResetStore(transaction).take(tokenHash, now)
        if (userId === undefined) return false
        await transaction.update(users).set({ passwordHash }).where(eq(users.id, userId))
        await createSessionStore(transaction).revokeAll(userId, now)
        return true
      })
    },

    /** Adds a user unless there is one; returns whether it did. Of several simultaneous processes one succeeds. */
    async insertFirst(user: typeof users.$inferInsert): Promise<boolean> {
      return db.transaction(async (transaction) => {
        await transaction.execute(sql`LOCK TABLE ${users} IN SHARE ROW EXCLUSIVE MODE`)
        if ((await transaction.$count(users)) > 0) return false
        await transaction.insert(users).values(user)
        return true
      })
    },

    async hasAny(): Promise<boolean> {
      return (await db.$count(users)) > 0
    },
  }
}
export type UserStore = ReturnType<typeof createUserStore>

/** The names of some users, in their order. */
export async function listUserNames(db: Database, limit: number): Promise<string[]> {
  const { username, usernameKey } = users
  const rows = await db.select({ username }).from(users).orderBy(usernameKey).limit(limit)
  return rows.map((row) => row.username)
}
