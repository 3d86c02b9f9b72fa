import type { PasswordChange, Profile, ProfileChange } from '#features/accounts/contract.ts'
import { hashPassword, isPassword, keyOf } from '#features/accounts/credentials.ts'
import type { LoginLimiter } from '#features/accounts/login-limiter.ts'
import { type PasswordCheck, requireGoodPassword } from '#features/accounts/password-rules.ts'
import type { SessionStore } from '#features/accounts/session-store.ts'
import type { UserRow, UserStore } from '#features/accounts/store.ts'
import type { SignedIn } from '#http/access.ts'
import type { Clock } from '#platform/clock.ts'
import { Problem } from '#shared/problem.ts'
import type { User } from '#shared/user.ts'

interface ProfileOptions {
  store: UserStore
  sessions: SessionStore
  clock: Clock
  limiter: LoginLimiter
  checkNewPassword: PasswordCheck
}

/** The rules of a user's own profile and password. */
export function createProfiles({ store, sessions, clock, limiter, checkNewPassword }: ProfileOptions) {
  /** Checks the password of a signed-in user, with the limits of the sign-in. @throws {Problem} 422, 429 */
  async function checkPassword(
    user: UserRow,
    password: string,
    client: string,
    field: string,
  ): Promise<void> {
    const attempt = { usernameKey: user.usernameKey, client }
    const wait = await limiter.take(attempt)
    if (wait > 0) throw new Problem('login_locked', 429, { retryAfter: wait })
    if (!(await isPassword(user.passwordHash, password))) {
      throw new Problem('validation_failed', 422, { fields: [{ field, code: 'password_wrong' }] })
    }
    await limiter.forgive(attempt)
  }

  return {
    async get(userId: string): Promise<Profile> {
      return toProfile(await store.get(userId))
    },

    /** Changes one's own name and address. @throws {Problem} 409 somebody else's address, 422, 429 wrong password */
    async change(userId: string, { name, email, password }: ProfileChange, client: string): Promise<Profile> {
      const user = await store.get(userId)
      if (email !== user.email) await checkPassword(user, password ?? '', client, 'password')
      const changed = await store.change(userId, { name, email, emailKey: email && keyOf(email) })
      if (!changed) {
        throw new Problem('email_taken', 409, { fields: [{ field: 'email', code: 'email_taken' }] })
      }
      return toProfile(changed)
    },

    /** Records that a signed-in user has just given their password. @throws {Problem} 422, 429 wrong password */
    async confirmPassword(
      { user, sessionId }: Pick<SignedIn, 'user' | 'sessionId'>,
      password: string,
      client: string,
    ): Promise<void> {
      await checkPassword(await store.get(user.id), password, client, 'password')
      await sessions.confirmPassword(sessionId, clock.now())
    },

    /** Changes one's own password and ends every other session. @throws {Problem} 422, 429 wrong password */
    async changePassword(
      { userId, sessionId }: { userId: string; sessionId: string },
      { current, password }: PasswordChange,
      client: string,
    ): Promise<void> {
      const user = await store.get(userId)
      await checkPassword(user, current, client, 'current')
      await requireGoodPassword(checkNewPassword, password, user)
      await store.setPassword(userId, await hashPassword(password), clock.now(), sessionId)
    },
  }
}
export type Profiles = ReturnType<typeof createProfiles>

/** A user as other users and the session see them. */
export function toUser({ id, username, name, role, languages }: UserRow): User {
  return { id, username, name, role, languages }
}

function toProfile(user: UserRow): Profile {
  return { ...toUser(user), email: user.email }
}
