import { and, eq, gt, inArray, isNull, lt, max, ne, sql } from 'drizzle-orm'
import type { Database } from '#platform/postgres.ts'
import { loginAttempts, sessions, type UserRow, users } from './table.ts'

type SessionRow = typeof sessions.$inferSelect

/** The limits of a live session: one last used before `idleSince`, or begun before `begunSince`, has ended. */
interface LiveAt {
  now: Date
  idleSince: Date
  begunSince: Date
}

const isLive = ({ now, idleSince, begunSince }: LiveAt) =>
  and(
    isNull(sessions.revokedAt),
    gt(sessions.expiresAt, now),
    gt(sessions.lastSeenAt, idleSince),
    gt(sessions.createdAt, begunSince),
  )

// A session that was idle too long can be ended too.
const isOpen = (now: Date) => and(isNull(sessions.revokedAt), gt(sessions.expiresAt, now))

/** The queries on sessions and sign-in attempts. Pass a transaction to run several of them in one. */
export function createSessionStore(db: Database) {
  return {
    /** Adds a session, and notes when its user last signed in; in a transaction. */
    async insert(session: Omit<typeof sessions.$inferInsert, 'id'>): Promise<void> {
      await db.insert(sessions).values(session)
      await db.update(users).set({ lastSignInAt: session.createdAt }).where(eq(users.id, session.userId))
    },

    async findLive(
      tokenHash: string,
      liveAt: LiveAt,
    ): Promise<{ session: SessionRow; user: UserRow } | undefined> {
      const [row] = await db
        .select({ session: sessions, user: users })
        .from(sessions)
        .innerJoin(users, eq(users.id, sessions.userId))
        .where(and(eq(sessions.tokenHash, tokenHash), isLive(liveAt), isNull(users.disabledAt)))
      return row
    },

    /** The user of a live session. */
    async findLiveUser(id: string, liveAt: LiveAt): Promise<UserRow | undefined> {
      const [row] = await db
        .select({ user: users })
        .from(sessions)
        .innerJoin(users, eq(users.id, sessions.userId))
        .where(and(eq(sessions.id, id), isLive(liveAt), isNull(users.disabledAt)))
      return row?.user
    },

    /** Records that the password was given in a session. */
    async confirmPassword(id: string, now: Date): Promise<void> {
      await db.update(sessions).set({ passwordConfirmedAt: now }).where(eq(sessions.id, id))
    },

    /** Records that a session was used. */
    async touch(id: string, now: Date): Promise<void> {
      await db.update(sessions).set({ lastSeenAt: now }).where(eq(sessions.id, id))
    },

    async listLive(userId: string, liveAt: LiveAt): Promise<SessionRow[]> {
      return db
        .select()
        .from(sessions)
        .where(and(eq(sessions.userId, userId), isLive(liveAt)))
        .orderBy(sql`${sessions.lastSeenAt} DESC`)
    },

    /** Ends one live session of a user; returns whether there was one. */
    async revoke(id: string, userId: string, liveAt: LiveAt): Promise<boolean> {
      const revoked = await db
        .update(sessions)
        .set({ revokedAt: liveAt.now })
        .where(and(eq(sessions.id, id), eq(sessions.userId, userId), isLive(liveAt)))
        .returning({ id: sessions.id })
      return revoked.length > 0
    },

    /** Ends all sessions of a user but the one to keep. */
    async revokeAll(userId: string, now: Date, kept?: string): Promise<void> {
      const others = kept === undefined ? undefined : ne(sessions.id, kept)
      await db
        .update(sessions)
        .set({ revokedAt: now })
        .where(and(eq(sessions.userId, userId), isOpen(now), others))
    },

    /** Deletes sessions that ended before a moment. */
    async deleteEndedBefore(moment: Date): Promise<void> {
      await db.delete(sessions).where(lt(sessions.expiresAt, moment))
    },

    /** Deletes expired counts of sign-in attempts. */
    async deleteLoginAttemptsBefore(moment: Date): Promise<void> {
      await db.delete(loginAttempts).where(lt(loginAttempts.expire, moment.getTime()))
    },
  }
}
export type SessionStore = ReturnType<typeof createSessionStore>

/** How many live sessions each of some users has, and when any of theirs was last used. */
export async function summarizeSessions(
  db: Database,
  userIds: readonly string[],
  liveAt: LiveAt,
): Promise<Map<string, { open: number; lastSeenAt: Date | null }>> {
  const rows = await db
    .select({
      userId: sessions.userId,
      open: sql<number>`count(*) FILTER (WHERE ${isLive(liveAt)})`.mapWith(Number),
      lastSeenAt: max(sessions.lastSeenAt),
    })
    .from(sessions)
    .where(inArray(sessions.userId, [...userIds]))
    .groupBy(sessions.userId)
  return new Map(rows.map(({ userId, ...summary }) => [userId, summary]))
}

/** The device of a session, as its requests name it. */
export async function findUserAgent(db: Database, id: string): Promise<string | undefined> {
  const [session] = await db
    .select({ userAgent: sessions.userAgent })
    .from(sessions)
    .where(eq(sessions.id, id))
  return session?.userAgent
}

/** Deletes all counts of sign-in attempts. */
export async function deleteLoginAttempts(db: Database): Promise<void> {
  await db.delete(loginAttempts)
}
