import { and, eq, gt, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { Database } from '#platform/postgres.ts'
import { loginAttempts, passwordResets, sessions, users } from './table.ts'

export type UserRow = typeof users.$inferSelect
export type SessionRow = typeof sessions.$inferSelect

/** A link to a new password, asked for by the name or address `key`. */
interface NewReset {
  key: string
  tokenHash: string
  now: Date
  expiresAt: Date
  /** Since when links count, and how many there may be. */
  recently: Date
  most: number
}

/** When a session must be live: one without a request after `idleSince`, or begun before `begunSince`, has ended. */
interface LiveAt {
  now: Date
  idleSince: Date
  begunSince: Date
}

/** The queries on users and their sessions. */
export function createAccountStore(db: Database) {
  const isLive = ({ now, idleSince, begunSince }: LiveAt) =>
    and(
      isNull(sessions.revokedAt),
      gt(sessions.expiresAt, now),
      gt(sessions.lastSeenAt, idleSince),
      gt(sessions.createdAt, begunSince),
    )

  // Whether it was idle does not matter for ending it.
  const isOpen = (now: Date) => and(isNull(sessions.revokedAt), gt(sessions.expiresAt, now))

  const isOpenReset = (tokenHash: string, now: Date) =>
    and(
      eq(passwordResets.tokenHash, tokenHash),
      isNull(passwordResets.usedAt),
      gt(passwordResets.expiresAt, now),
    )

  const endSessions = (on: Database, userId: string, now: Date, kept?: string) =>
    on
      .update(sessions)
      .set({ revokedAt: now })
      .where(
        and(eq(sessions.userId, userId), isOpen(now), kept === undefined ? undefined : ne(sessions.id, kept)),
      )

  const confirmPassword = (on: Database, sessionId: string, now: Date) =>
    on.update(sessions).set({ passwordConfirmedAt: now }).where(eq(sessions.id, sessionId))

  const voidResets = (on: Database, userId: string, now: Date) =>
    on
      .update(passwordResets)
      .set({ usedAt: now })
      .where(and(eq(passwordResets.userId, userId), isNull(passwordResets.usedAt)))

  return {
    async findUserByName(usernameKey: string): Promise<UserRow | undefined> {
      const [user] = await db.select().from(users).where(eq(users.usernameKey, usernameKey))
      return user
    },

    async getUser(id: string): Promise<UserRow> {
      const [user] = await db.select().from(users).where(eq(users.id, id))
      if (!user) throw new Error(`there is no user ${id}`)
      return user
    },

    /** The users of these ids; ids of nobody are left out. */
    async listUsers(ids: readonly string[]): Promise<Pick<UserRow, 'id' | 'name' | 'username' | 'email'>[]> {
      if (ids.length === 0) return []
      const { id, name, username, email } = users
      return db
        .select({ id, name, username, email })
        .from(users)
        .where(inArray(id, [...new Set(ids)]))
    },

    /** Changes a user's own facts; undefined when somebody else has the address. */
    async changeUser(
      id: string,
      facts: Pick<UserRow, 'name' | 'email' | 'emailKey'>,
    ): Promise<UserRow | undefined> {
      return db.transaction(async (transaction) => {
        // One at a time, so that an address is looked for and taken by one.
        await transaction.execute(sql`LOCK TABLE ${users} IN SHARE ROW EXCLUSIVE MODE`)
        const taken =
          facts.emailKey !== null &&
          (await transaction.$count(users, and(eq(users.emailKey, facts.emailKey), ne(users.id, id)))) > 0
        if (taken) return undefined
        const [changed] = await transaction.update(users).set(facts).where(eq(users.id, id)).returning()
        return changed
      })
    },

    /** Sets a password, and ends all sessions of its user but the one to keep and every link to set another. */
    async setPassword(id: string, passwordHash: string, now: Date, keptSession?: string): Promise<void> {
      await db.transaction(async (transaction) => {
        await transaction.update(users).set({ passwordHash }).where(eq(users.id, id))
        await endSessions(transaction, id, now, keptSession)
        if (keptSession !== undefined) await confirmPassword(transaction, keptSession, now)
        await voidResets(transaction, id, now)
      })
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
      liveAt: LiveAt,
    ): Promise<{ session: SessionRow; user: UserRow } | undefined> {
      const [row] = await db
        .select({ session: sessions, user: users })
        .from(sessions)
        .innerJoin(users, eq(users.id, sessions.userId))
        .where(and(eq(sessions.tokenHash, tokenHash), isLive(liveAt)))
      return row
    },

    /** Writes down that the password was given in a session. */
    async confirmPassword(sessionId: string, now: Date): Promise<void> {
      await confirmPassword(db, sessionId, now)
    },

    async touchSession(id: string, now: Date): Promise<void> {
      await db.update(sessions).set({ lastSeenAt: now }).where(eq(sessions.id, id))
    },

    async listLiveSessions(userId: string, liveAt: LiveAt): Promise<SessionRow[]> {
      return db
        .select()
        .from(sessions)
        .where(and(eq(sessions.userId, userId), isLive(liveAt)))
        .orderBy(sql`${sessions.lastSeenAt} DESC`)
    },

    /** Ends one live session of a user; answers whether there was one. */
    async revokeSession(id: string, userId: string, liveAt: LiveAt): Promise<boolean> {
      const revoked = await db
        .update(sessions)
        .set({ revokedAt: liveAt.now })
        .where(and(eq(sessions.id, id), eq(sessions.userId, userId), isLive(liveAt)))
        .returning({ id: sessions.id })
      return revoked.length > 0
    },

    async revokeSessions(userId: string, now: Date, kept?: string): Promise<void> {
      await endSessions(db, userId, now, kept)
    },

    /**
     * Makes a link to a new password for the user of that name or address, if there is one with an address and fewer
     * than `most` were made since `recently`; older links are worthless from then on. Runs `then` with the user in the same
     * transaction.
     */
    async insertReset(
      { key, tokenHash, now, expiresAt, recently, most }: NewReset,
      then: (transaction: Database, user: UserRow & { email: string }) => Promise<void>,
    ): Promise<void> {
      await db.transaction(async (transaction) => {
        const [user] = await transaction
          .select()
          .from(users)
          .where(or(eq(users.usernameKey, key), eq(users.emailKey, key)))
          // Somebody's name may be somebody else's address: the name counts.
          .orderBy(sql`${users.usernameKey} = ${key} DESC`)
          .limit(1)
          .for('update')
        if (!user || user.email === null) return
        const made = and(eq(passwordResets.userId, user.id), gt(passwordResets.createdAt, recently))
        if ((await transaction.$count(passwordResets, made)) >= most) return
        await voidResets(transaction, user.id, now)
        await transaction
          .insert(passwordResets)
          .values({ tokenHash, userId: user.id, createdAt: now, expiresAt })
        await then(transaction, { ...user, email: user.email })
      })
    },

    /** Whose link to a new password this is, while it works. */
    async findReset(tokenHash: string, now: Date): Promise<string | undefined> {
      const [reset] = await db.select().from(passwordResets).where(isOpenReset(tokenHash, now))
      return reset?.userId
    },

    /** Uses up a link: sets the password and ends all sessions of its user. Answers whether it still worked. */
    async takeReset(tokenHash: string, passwordHash: string, now: Date): Promise<boolean> {
      return db.transaction(async (transaction) => {
        const [reset] = await transaction
          .update(passwordResets)
          .set({ usedAt: now })
          .where(isOpenReset(tokenHash, now))
          .returning()
        if (!reset) return false
        await transaction.update(users).set({ passwordHash }).where(eq(users.id, reset.userId))
        await endSessions(transaction, reset.userId, now)
        return true
      })
    },

    async deleteResetsEndedBefore(moment: Date): Promise<void> {
      await db.delete(passwordResets).where(lt(passwordResets.expiresAt, moment))
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
