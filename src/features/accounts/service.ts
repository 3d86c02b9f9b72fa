import { createHash, randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import type { Clock } from '#platform/clock.ts'
import { Problem } from '#shared/problem.ts'
import type { LoginForm, LoginResponse, Session, User } from './contract.ts'
import type { LoginLimiter } from './login-limiter.ts'
import type { AccountStore, UserRow } from './store.ts'

const sessionSeconds = 7 * 24 * 3600
const touchEvery = 60_000
// OWASP's second recommendation for argon2id (19 MiB, two passes): strong, and many at once fit in a small machine.
const argon = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

interface AccountOptions {
  store: AccountStore
  clock: Clock
  limiter: LoginLimiter
}

/** Who is asking to sign in, and from where. */
export interface LoginOrigin {
  client: string
  userAgent: string
}

/** The rules of users, sign-in and sessions. */
export function createAccounts({ store, clock, limiter }: AccountOptions) {
  // Unknown users are checked against this, so that they take as long as known ones.
  const decoy = hash(randomBytes(16).toString('hex'), argon)

  return {
    /**
     * Makes the first user, an admin, when there is none. Answers the password if it had to be made up, to be shown
     * once.
     */
    async ensureFirstUser({ username, password }: { username: string; password: string | undefined }) {
      if (await store.hasUsers()) return undefined
      const chosen = password ?? randomBytes(15).toString('base64url')
      const isNew = await store.insertFirstUser({
        username,
        usernameKey: keyOf(username),
        name: 'Admin',
        role: 'admin',
        passwordHash: await hash(chosen, argon),
      })
      return isNew ? { username, password: password ? undefined : chosen } : undefined
    },

    /** Signs in. @throws {Problem} 401 wrong user or password, 429 locked out for a while. */
    async login(form: LoginForm, origin: LoginOrigin): Promise<LoginResponse> {
      const usernameKey = keyOf(form.username)
      const attempt = { usernameKey, client: origin.client }
      const wait = await limiter.take(attempt)
      if (wait > 0) throw new Problem('login_locked', 429, { retryAfter: wait })
      const user = await store.findUserByName(usernameKey)
      const isRight = await verify(user?.passwordHash ?? (await decoy), form.password)
      if (!user || !isRight) throw new Problem('login_failed', 401)
      await limiter.forgive(attempt)
      const token = randomBytes(32).toString('base64url')
      const now = clock.now()
      await store.insertSession({
        userId: user.id,
        tokenHash: hashToken(token),
        userAgent: origin.userAgent.slice(0, 300),
        createdAt: now,
        lastSeenAt: now,
        expiresAt: new Date(now.getTime() + sessionSeconds * 1000),
      })
      return { access_token: token, token_type: 'bearer', expires_in: sessionSeconds }
    },

    /** Who a token belongs to, while its session is neither over nor revoked. */
    async findSession(token: string): Promise<{ user: User; sessionId: string } | undefined> {
      if (token.length > 200) return undefined
      const now = clock.now()
      const found = await store.findLiveSession(hashToken(token), now)
      if (!found) return undefined
      if (now.getTime() - found.session.lastSeenAt.getTime() > touchEvery) {
        await store.touchSession(found.session.id, now)
      }
      return { user: toUser(found.user), sessionId: found.session.id }
    },

    async listSessions(userId: string, currentId: string): Promise<Session[]> {
      const rows = await store.listLiveSessions(userId, clock.now())
      return rows.map((row) => ({
        id: row.id,
        current: row.id === currentId,
        user_agent: row.userAgent,
        created_at: row.createdAt.toISOString(),
        last_seen_at: row.lastSeenAt.toISOString(),
        expires_at: row.expiresAt.toISOString(),
      }))
    },

    /** Ends one of a user's sessions, at once and in every process. @throws {Problem} 404 */
    async revokeSession(id: string, userId: string): Promise<void> {
      if (!(await store.revokeSession(id, userId, clock.now()))) throw new Problem('session_not_found', 404)
    },

    /** Forgets sessions that have been over for a month, and counted tries that no longer matter. */
    async forgetEnded(): Promise<void> {
      const now = clock.now()
      await store.deleteSessionsEndedBefore(new Date(now.getTime() - 30 * 24 * 3_600_000))
      await store.deleteLoginAttemptsBefore(now)
    },
  }
}
export type Accounts = ReturnType<typeof createAccounts>

function toUser({ id, username, name, role }: UserRow): User {
  return { id, username, name, role }
}

function keyOf(username: string): string {
  return username.normalize('NFKC').toLowerCase()
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
