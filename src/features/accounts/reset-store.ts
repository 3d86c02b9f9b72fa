import { and, eq, gt, isNull, lt, or, sql } from 'drizzle-orm'
import type { Database } from '#platform/postgres.ts'
import { passwordResets, type UserRow, users } from './table.ts'

/** A link to a new password, requested with the name or address `key`. */
interface NewReset {
  key: string
  tokenHash: string
  now: Date
  expiresAt: Date
  /** The start of the period in which links count, and their limit. */
  recently: Date
  most: number
}

const isOpen = (tokenHash: string, now: Date) =>
  and(
    eq(passwordResets.tokenHash, tokenHash),
    isNull(passwordResets.usedAt),
    gt(passwordResets.expiresAt, now),
  )

/** The queries on links to a new password. Pass a transaction to run several of them in one. */
export function createResetStore(db: Database) {
  return {
    /**
     * Creates a link to a new password for the user of that name or address, if there is one with an address and fewer than
     * `most` were created since `recently`, and invalidates older links. Runs `then` with the user in the same transaction.
     */
    async insert(
      { key, tokenHash, now, expiresAt, recently, most }: NewReset,
      then: (transaction: Database, user: UserRow & { email: string }) => Promise<void>,
    ): Promise<void> {
      await db.transaction(async (transaction) => {
        const [user] = await transaction
          .select()
          .from(users)
          .where(or(eq(users.usernameKey, key), eq(users.emailKey, key)))
          // One user's name may be another's address: the name takes precedence.
          .orderBy(sql`${users.usernameKey} = ${key} DESC`)
          .limit(1)
          .for('update')
        if (!user || user.email === null || user.passwordHash === null || user.disabledAt !== null) return
        const made = and(eq(passwordResets.userId, user.id), gt(passwordResets.createdAt, recently))
        if ((await transaction.$count(passwordResets, made)) >= most) return
        await createResetStore(transaction).voidAll(user.id, now)
        await transaction
          .insert(passwordResets)
          .values({ tokenHash, userId: user.id, createdAt: now, expiresAt })
        await then(transaction, { ...user, email: user.email })
      })
    },

    /** The user of a valid link. */
    async findUser(tokenHash: string, now: Date): Promise<string | undefined> {
      const [reset] = await db.select().from(passwordResets).where(isOpen(tokenHash, now))
      return reset?.userId
    },

    /** Marks a link as used; returns its user if it was valid. */
    async take(tokenHash: string, now: Date): Promise<string | undefined> {
      const [reset] = await db
        .update(passwordResets)
        .set({ usedAt: now })
        .where(isOpen(tokenHash, now))
        .returning()
      return reset?.userId
    },

    /** Invalidates every link of a user. */
    async voidAll(userId: string, now: Date): Promise<void> {
      await db
        .update(passwordResets)
        .set({ usedAt: now })
        .where(and(eq(passwordResets.userId, userId), isNull(passwordResets.usedAt)))
    },

    async deleteEndedBefore(moment: Date): Promise<void> {
      await db.delete(passwordResets).where(lt(passwordResets.expiresAt, moment))
    },
  }
}
export type ResetStore = ReturnType<typeof createResetStore>
