import { eq, inArray } from 'drizzle-orm'
import { createAddressStore } from '#features/accounts/profile/address-store.ts'
import { createInvitationStore } from '#features/accounts/team/invitation-store.ts'
import type { Database } from '#platform/postgres.ts'
import { createResetStore } from './reset-store.ts'
import { createSessionStore } from './session-store.ts'
import { type UserRow, users } from './table.ts'
import { lockUser, lockUsers } from './user-lock-store.ts'

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

    /** Changes what a user has chosen for themselves. */
    async choose(
      id: string,
      choices: Partial<Pick<UserRow, 'name' | 'language' | 'theme' | 'timeZone'>>,
    ): Promise<void> {
      if (Object.keys(choices).length > 0) await db.update(users).set(choices).where(eq(users.id, id))
    },

    /**
     * Sets a password, ends all other sessions of its user, and invalidates the links that somebody else may have asked for.
     * Runs `alongside` in the same transaction.
     */
    async setPassword(
      id: string,
      passwordHash: string,
      now: Date,
      {
        keptSession,
        alongside,
      }: { keptSession?: string; alongside?: (transaction: Database) => Promise<void> } = {},
    ): Promise<void> {
      await db.transaction(async (transaction) => {
        await transaction.update(users).set({ passwordHash }).where(eq(users.id, id))
        const sessions = createSessionStore(transaction)
        await sessions.revokeAll(id, now, keptSession)
        if (keptSession !== undefined) await sessions.confirmPassword(keptSession, now)
        await voidLinks(transaction, id, now)
        await alongside?.(transaction)
      })
    },

    /**
     * Sets a password by a link, ends all sessions of its user and runs `then` in the same transaction. Returns whether the
     * link was valid.
     */
    async setPasswordByReset(
      { tokenHash, passwordHash, now }: { tokenHash: string; passwordHash: string; now: Date },
      then: (transaction: Database, userId: string) => Promise<void>,
    ): Promise<boolean> {
      return db.transaction(async (transaction) => {
        const owner = await createResetStore(transaction).findUser(tokenHash, now)
        if (owner !== undefined) await lockUser(transaction, owner)
        const userId = await createResetStore(transaction).take(tokenHash, now)
        if (userId === undefined) return false
        await transaction.update(users).set({ passwordHash }).where(eq(users.id, userId))
        await createSessionStore(transaction).revokeAll(userId, now)
        await voidLinks(transaction, userId, now)
        await then(transaction, userId)
        return true
      })
    },
  }
}
export type UserStore = ReturnType<typeof createUserStore>

/** Invalidates every link with which somebody could take over the account: to a password, to an address, to join. */
async function voidLinks(transaction: Database, userId: string, now: Date): Promise<void> {
  await voidOwnLinks(transaction, userId, now)
  await createInvitationStore(transaction).remove(userId)
}

/** Invalidates the links that a user has asked for: to a new password, and to another address. */
export async function voidOwnLinks(transaction: Database, userId: string, now: Date): Promise<void> {
  await createResetStore(transaction).voidAll(userId, now)
  await createAddressStore(transaction).end(userId, now)
}

/** The names of some users, in their order. */
export async function listUserNames(db: Database, limit: number): Promise<string[]> {
  const { username, usernameKey } = users
  const rows = await db.select({ username }).from(users).orderBy(usernameKey).limit(limit)
  return rows.map((row) => row.username)
}

/** Adds a user unless there is one; returns whether it did. Of several simultaneous processes one succeeds. */
export async function insertFirstUser(db: Database, user: typeof users.$inferInsert): Promise<boolean> {
  return db.transaction(async (transaction) => {
    await lockUsers(transaction)
    if ((await transaction.$count(users)) > 0) return false
    await transaction.insert(users).values(user)
    return true
  })
}

export async function hasUsers(db: Database): Promise<boolean> {
  return (await db.$count(users)) > 0
}
