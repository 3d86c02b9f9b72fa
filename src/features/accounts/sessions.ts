import { randomBytes } from 'node:crypto'
import { toUser } from '#features/accounts/profile/profiles.ts'
import type { SignedIn } from '#http/access.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import { Problem } from '#shared/problem.ts'
import { takeAttempt } from './attempt-limiter.ts'
import type { LoginForm, LoginResponse, Session } from './contract.ts'
import { hashPassword, hashToken, isPassword, keyOf, makeToken } from './credentials.ts'
import type { LoginLimiter } from './login-limiter.ts'
import type { RequestOrigin } from './request-origin.ts'
import { createSessionStore, type SessionStore, summarizeSessions } from './session-store.ts'
import type { UserStore } from './store.ts'
import type { UserRow } from './table.ts'
import { lockUser } from './user-lock-store.ts'

const hour = 3_600_000
const touchEvery = 60_000

interface SessionOptions {
  db: Database
  users: UserStore
  store: SessionStore
  clock: Clock
  limiter: LoginLimiter
  limits: SessionLimits
  openSession: OpenSession
  /** What to refuse a user with who has a second factor, in a transaction: 401 `second_factor_required`. */
  askForSecondFactor(transaction: Database, user: UserRow): Promise<Problem | undefined>
}

/** The limits of a session. */
interface SessionLimits {
  /** Hours without a request. */
  readonly idleHours: number
  /** Days since the sign-in. */
  readonly maxDays: number
}

/** How long a session lasts without use and at most, in milliseconds. */
const termsOf = ({ idleHours, maxDays }: SessionLimits) => ({
  idle: idleHours * hour,
  longest: maxDays * 24 * hour,
})

/** Signs a user in, whatever they have proved who they are by; in a transaction that has locked the user. */
export type OpenSession = (
  db: Database,
  userId: string,
  origin: Pick<RequestOrigin, 'userAgent'>,
) => Promise<LoginResponse>

export function createSessionOpener({
  clock,
  limits,
}: Pick<SessionOptions, 'clock' | 'limits'>): OpenSession {
  const { idle, longest } = termsOf(limits)
  return async (db, userId, { userAgent }) => {
    const token = makeToken()
    const now = clock.now()
    await createSessionStore(db).insert({
      userId,
      tokenHash: hashToken(token),
      userAgent: userAgent.slice(0, 300),
      createdAt: now,
      lastSeenAt: now,
      expiresAt: new Date(now.getTime() + longest),
      passwordConfirmedAt: now,
    })
    return { access_token: token, token_type: 'bearer', expires_in: Math.min(idle, longest) / 1000 }
  }
}

/** The rules of signing in and of sessions. */
export function createSessions(options: SessionOptions) {
  const { db, users, store, clock, limiter, limits, openSession, askForSecondFactor } = options
  const { idle, longest } = termsOf(limits)
  // Changed limits apply to existing sessions too.
  const liveAt = (now: Date) => ({
    now,
    idleSince: new Date(now.getTime() - idle),
    begunSince: new Date(now.getTime() - longest),
  })
  const endOf = (row: { expiresAt: Date; createdAt: Date; lastSeenAt: Date }) =>
    Math.min(row.expiresAt.getTime(), row.createdAt.getTime() + longest, row.lastSeenAt.getTime() + idle)

  // Passwords of unknown users are checked against this, so that the response takes as long as for known ones.
  const decoy = hashPassword(randomBytes(16).toString('hex'))

  return {
    /** Signs in. @throws {Problem} 401 wrong user or password, or a second factor is needed; 429 locked out for a while */
    async login(form: LoginForm, origin: RequestOrigin): Promise<LoginResponse> {
      const usernameKey = keyOf(form.username)
      const attempt = { usernameKey, client: origin.client }
      await takeAttempt(limiter, attempt)
      const user = await users.findByName(usernameKey)
      const isRight = await isPassword(user?.passwordHash ?? (await decoy), form.password)
      if (!user || user.passwordHash === null || user.disabledAt !== null || !isRight)
        throw new Problem('login_failed', 401)
      await limiter.forgive(attempt)
      const answer = await db.transaction(async (transaction) => {
        // Another password, a second factor or a disabling may have come between: each locks the user too.
        const current = await lockUser(transaction, user.id)
        if (current?.passwordHash !== user.passwordHash || current.disabledAt !== null)
          throw new Problem('login_failed', 401)
        const question = await askForSecondFactor(transaction, current)
        return question ?? openSession(transaction, user.id, origin)
      })
      if (answer instanceof Problem) throw answer
      return answer
    },

    /** The user of a token whose session is live. A use extends the session. */
    async find(token: string, isUse: boolean): Promise<SignedIn | undefined> {
      if (token.length > 200) return undefined
      const now = clock.now()
      const found = await store.findLive(hashToken(token), liveAt(now))
      if (!found) return undefined
      const { id, lastSeenAt, passwordConfirmedAt } = found.session
      if (isUse && now.getTime() - lastSeenAt.getTime() > touchEvery) await store.touch(id, now)
      return { user: toUser(found.user), sessionId: id, passwordConfirmedAt }
    },

    /** The user of a session, if it is live. */
    findUser: (id: string): Promise<UserRow | undefined> => store.findLiveUser(id, liveAt(clock.now())),

    async list(userId: string, currentId: string): Promise<Session[]> {
      const rows = await store.listLive(userId, liveAt(clock.now()))
      return rows.map((row) => ({
        id: row.id,
        current: row.id === currentId,
        user_agent: row.userAgent,
        created_at: row.createdAt.toISOString(),
        last_seen_at: row.lastSeenAt.toISOString(),
        expires_at: new Date(endOf(row)).toISOString(),
      }))
    },

    /** How many open sessions each of some users has, and when any of theirs was last used. */
    summarize: (userIds: readonly string[]) => summarizeSessions(db, userIds, liveAt(clock.now())),

    /** Ends one of a user's sessions in all processes. @throws {Problem} 404 */
    async revoke(id: string, userId: string): Promise<void> {
      const wasLive = await store.revoke(id, userId, liveAt(clock.now()))
      if (!wasLive) throw new Problem('session_not_found', 404)
    },

    /** Ends every session of a user but the present one. */
    async revokeOthers(userId: string, currentId: string): Promise<void> {
      await store.revokeAll(userId, clock.now(), currentId)
    },
  }
}
export type Sessions = ReturnType<typeof createSessions>
