import { randomBytes } from 'node:crypto'
import { verify } from '@node-rs/argon2'
import type { SignedIn } from '#http/access.ts'
import type { Clock } from '#platform/clock.ts'
import { StartError } from '#platform/start-error.ts'
import { Problem } from '#shared/problem.ts'
import type { User } from '#shared/user.ts'
import type { LoginForm, LoginResponse, PasswordChange, Profile, ProfileChange, Session } from './contract.ts'
import { hashPassword, hashToken, keyOf, makeToken } from './credentials.ts'
import type { LoginLimiter } from './login-limiter.ts'
import { type PasswordCheck, requireGoodPassword } from './password-rules.ts'
import type { AccountStore, UserRow } from './store.ts'

const hour = 3_600_000
const touchEvery = 60_000

interface AccountOptions {
  store: AccountStore
  clock: Clock
  limiter: LoginLimiter
  sessionLimits: SessionLimits
  checkNewPassword: PasswordCheck
}

/** When a session ends by itself. */
interface SessionLimits {
  /** Hours without a request. */
  readonly idleHours: number
  /** Days since the sign-in. */
  readonly maxDays: number
}

/** Who is asking to sign in, and from where. */
export interface LoginOrigin {
  client: string
  userAgent: string
}

/** The first admin, as the operator wants them. */
interface FirstAdmin {
  username: string
  password: string | undefined
  email: string | undefined
}

/** The rules of users, sign-in and sessions. */
export function createAccounts({ store, clock, limiter, sessionLimits, checkNewPassword }: AccountOptions) {
  const idle = sessionLimits.idleHours * hour
  const longest = sessionLimits.maxDays * 24 * hour
  // By the limits that are set now, also for sessions that began under others.
  const liveAt = (now: Date) => ({
    now,
    idleSince: new Date(now.getTime() - idle),
    begunSince: new Date(now.getTime() - longest),
  })

  // Unknown users are checked against this, so that they take as long as known ones.
  const decoy = hashPassword(randomBytes(16).toString('hex'))

  /** Checks the password of whoever is signed in, as slowly as at the sign-in. @throws {Problem} 422, 429 */
  async function checkPassword(
    user: UserRow,
    password: string,
    client: string,
    field: string,
  ): Promise<void> {
    const attempt = { usernameKey: user.usernameKey, client }
    const wait = await limiter.take(attempt)
    if (wait > 0) throw new Problem('login_locked', 429, { retryAfter: wait })
    if (!(await verify(user.passwordHash, password))) {
      throw new Problem('validation_failed', 422, { fields: [{ field, code: 'password_wrong' }] })
    }
    await limiter.forgive(attempt)
  }

  return {
    /**
     * Makes the first user, an admin, when there is none. Answers the password if it had to be made up, to be shown
     * once. @throws {StartError} when the password that was configured is too easy to guess
     */
    async ensureFirstUser({ username, password, email }: FirstAdmin) {
      if (await store.hasUsers()) return undefined
      const owner = { username, name: 'Admin', email: email ?? null }
      if (password !== undefined && (await checkNewPassword(password, owner))) {
        throw new StartError(
          'ADMIN_PASSWORD is one of the most common passwords, or made of the name of the product or of the admin: set another one, or none to have one made up.',
        )
      }
      const chosen = password ?? randomBytes(15).toString('base64url')
      const isNew = await store.insertFirstUser({
        username,
        usernameKey: keyOf(username),
        name: owner.name,
        role: 'admin',
        passwordHash: await hashPassword(chosen),
        ...(email && { email, emailKey: keyOf(email) }),
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
      const token = makeToken()
      const now = clock.now()
      await store.insertSession({
        userId: user.id,
        tokenHash: hashToken(token),
        userAgent: origin.userAgent.slice(0, 300),
        createdAt: now,
        lastSeenAt: now,
        expiresAt: new Date(now.getTime() + longest),
        passwordConfirmedAt: now,
      })
      return { access_token: token, token_type: 'bearer', expires_in: Math.min(idle, longest) / 1000 }
    },

    /** Who a token belongs to, while its session is neither over nor revoked. A use of it puts off its end. */
    async findSession(token: string, isUse: boolean): Promise<SignedIn | undefined> {
      if (token.length > 200) return undefined
      const now = clock.now()
      const found = await store.findLiveSession(hashToken(token), liveAt(now))
      if (!found) return undefined
      if (isUse && now.getTime() - found.session.lastSeenAt.getTime() > touchEvery) {
        await store.touchSession(found.session.id, now)
      }
      const { id, passwordConfirmedAt } = found.session
      return { user: toUser(found.user), sessionId: id, passwordConfirmedAt }
    },

    async listSessions(userId: string, currentId: string): Promise<Session[]> {
      const rows = await store.listLiveSessions(userId, liveAt(clock.now()))
      return rows.map((row) => ({
        id: row.id,
        current: row.id === currentId,
        user_agent: row.userAgent,
        created_at: row.createdAt.toISOString(),
        last_seen_at: row.lastSeenAt.toISOString(),
        expires_at: new Date(
          Math.min(
            row.expiresAt.getTime(),
            row.createdAt.getTime() + longest,
            row.lastSeenAt.getTime() + idle,
          ),
        ).toISOString(),
      }))
    },

    /** Ends one of a user's sessions, at once and in every process. @throws {Problem} 404 */
    async revokeSession(id: string, userId: string): Promise<void> {
      if (!(await store.revokeSession(id, userId, liveAt(clock.now()))))
        throw new Problem('session_not_found', 404)
    },

    /** Ends every session of a user but the present one. */
    async revokeOtherSessions(userId: string, currentId: string): Promise<void> {
      await store.revokeSessions(userId, clock.now(), currentId)
    },

    async getProfile(userId: string): Promise<Profile> {
      return toProfile(await store.getUser(userId))
    },

    /** Changes one's own name and address. @throws {Problem} 409 somebody else's address, 422, 429 wrong password */
    async changeProfile(
      userId: string,
      { name, email, password }: ProfileChange,
      client: string,
    ): Promise<Profile> {
      const user = await store.getUser(userId)
      if (email !== user.email) await checkPassword(user, password ?? '', client, 'password')
      const changed = await store.changeUser(userId, { name, email, emailKey: email && keyOf(email) })
      if (!changed) {
        throw new Problem('email_taken', 409, { fields: [{ field: 'email', code: 'email_taken' }] })
      }
      return toProfile(changed)
    },

    /** Writes down that whoever is signed in has just given their password. @throws {Problem} 422, 429 wrong password */
    async confirmPassword(
      { user, sessionId }: Pick<SignedIn, 'user' | 'sessionId'>,
      password: string,
      client: string,
    ): Promise<void> {
      await checkPassword(await store.getUser(user.id), password, client, 'password')
      await store.confirmPassword(sessionId, clock.now())
    },

    /** Changes one's own password and ends every other session. @throws {Problem} 422, 429 wrong password */
    async changePassword(
      { userId, sessionId }: { userId: string; sessionId: string },
      { current, password }: PasswordChange,
      client: string,
    ): Promise<void> {
      const user = await store.getUser(userId)
      await checkPassword(user, current, client, 'current')
      await requireGoodPassword(checkNewPassword, password, user)
      await store.setPassword(userId, await hashPassword(password), clock.now(), sessionId)
    },

    /** Forgets sessions that have been over for a month, links to new passwords that have been for a day, and counted tries that no longer matter. */
    async forgetEnded(): Promise<void> {
      const now = clock.now()
      await store.deleteSessionsEndedBefore(new Date(now.getTime() - 30 * 24 * 3_600_000))
      await store.deleteResetsEndedBefore(new Date(now.getTime() - 24 * 3_600_000))
      await store.deleteLoginAttemptsBefore(now)
    },
  }
}
export type Accounts = ReturnType<typeof createAccounts>

function toUser({ id, username, name, role }: UserRow): User {
  return { id, username, name, role }
}

function toProfile(user: UserRow): Profile {
  return { ...toUser(user), email: user.email }
}
