import { takeAttempt } from '#features/accounts/attempt-limiter.ts'
import type { PasswordChange, Profile, ProfileChange } from '#features/accounts/contract.ts'
import { hashPassword, isPassword } from '#features/accounts/credentials.ts'
import type { LoginLimiter } from '#features/accounts/login-limiter.ts'
import type { NoticesOf } from '#features/accounts/notices.ts'
import { type PasswordCheck, requireGoodPassword } from '#features/accounts/password-rules.ts'
import type { RequestOrigin } from '#features/accounts/request-origin.ts'
import type { SessionStore } from '#features/accounts/session-store.ts'
import { createUserStore, type UserStore } from '#features/accounts/store.ts'
import type { UserRow } from '#features/accounts/table.ts'
import type { SignedIn } from '#http/access.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import { Problem } from '#shared/problem.ts'
import type { SignedInUser } from '#shared/user.ts'
import type { Addresses } from './addresses.ts'
import type { PreferencesChange } from './contract.ts'

interface ProfileOptions {
  db: Database
  store: UserStore
  sessions: SessionStore
  clock: Clock
  limiter: LoginLimiter
  checkNewPassword: PasswordCheck
  addresses: Addresses
  noticesOf: NoticesOf
}

/** The rules of a user's own profile and password. */
export function createProfiles(options: ProfileOptions) {
  const { db, store, sessions, clock, limiter, checkNewPassword, addresses, noticesOf } = options
  const checkPassword = createOwnPasswordCheck(limiter)

  async function get(userId: string): Promise<Profile> {
    const user = await store.get(userId)
    const pending = await addresses.findPending(userId)
    return {
      ...toUser(user),
      email: user.email,
      pending_email: pending,
      confirms_email: addresses.canSend,
    }
  }

  return {
    get,

    /**
     * Changes one's own name, and asks for another address.
     * @throws {Problem} 409 somebody else's address, 422 or 429 wrong password, 429 too many links
     */
    async change(
      userId: string,
      { name, email, password }: ProfileChange,
      origin: RequestOrigin,
    ): Promise<Profile> {
      const user = await store.get(userId)
      const movesAddress = email !== user.email
      if (movesAddress) await checkPassword(user, password ?? '', origin.client, 'password')
      await db.transaction(async (transaction) => {
        if (movesAddress) await addresses.ask(transaction, userId, email, origin)
        await createUserStore(transaction).choose(userId, { name })
      })
      return get(userId)
    },

    /** Changes how the panel looks to a user. */
    async prefer(userId: string, { language, theme, time_zone }: PreferencesChange): Promise<Profile> {
      await store.choose(userId, {
        ...(language !== undefined && { language }),
        ...(theme !== undefined && { theme }),
        ...(time_zone !== undefined && { timeZone: time_zone }),
      })
      return get(userId)
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
      origin: RequestOrigin,
    ): Promise<void> {
      const user = await store.get(userId)
      await checkPassword(user, current, origin.client, 'current')
      await requireGoodPassword(checkNewPassword, password, user)
      await store.setPassword(userId, await hashPassword(password), clock.now(), {
        keptSession: sessionId,
        async alongside(transaction) {
          await noticesOf(transaction).send(userId, 'password_changed', { origin })
        },
      })
    },
  }
}
export type Profiles = ReturnType<typeof createProfiles>

/** Checks the password of a signed-in user, with the limits of the sign-in. @throws {Problem} 422, 429 */
function createOwnPasswordCheck(limiter: LoginLimiter) {
  return async (user: UserRow, password: string, client: string, field: string): Promise<void> => {
    const attempt = { usernameKey: user.usernameKey, client }
    await takeAttempt(limiter, attempt)
    if (!(await isPassword(user.passwordHash, password))) {
      throw new Problem('validation_failed', 422, { fields: [{ field, code: 'password_wrong' }] })
    }
    await limiter.forgive(attempt)
  }
}

/** A user as the session sees them. Other users see what `User` has. */
export function toUser(user: UserRow): SignedInUser {
  const { id, username, name, role, languages, language, theme, timeZone, pictureDigest } = user
  return {
    ...{ id, username, name, role, languages, language, theme, time_zone: timeZone },
    ...(pictureDigest !== null && { picture: pictureDigest }),
  }
}
