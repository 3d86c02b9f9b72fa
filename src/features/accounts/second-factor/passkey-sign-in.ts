import { type AttemptLimiter, takeAttempt } from '#features/accounts/attempt-limiter.ts'
import type { LoginResponse } from '#features/accounts/contract.ts'
import { hashToken } from '#features/accounts/credentials.ts'
import type { RequestOrigin } from '#features/accounts/request-origin.ts'
import type { OpenSession } from '#features/accounts/sessions.ts'
import { lockUser } from '#features/accounts/user-lock-store.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import { Problem } from '#shared/problem.ts'
import { createChallengeStore } from './challenge-store.ts'
import { expiredChallenge, issueChallenge } from './challenges.ts'
import type { PasskeyQuestion, PasskeyReply } from './contract.ts'
import { createFactorStore } from './factor-store.ts'
import type { Passkeys } from './passkeys.ts'

interface PasskeySignInOptions {
  db: Database
  clock: Clock
  passkeys: Passkeys
  /** Of questions for a passkey, by client. */
  limiter: AttemptLimiter
  /** Of answers, by client. */
  stepLimiter: AttemptLimiter
  openSession: OpenSession
}

/** Signing in with a passkey instead of name and password. */
export function createPasskeySignIn(options: PasskeySignInOptions) {
  const { db, clock, passkeys, limiter, stepLimiter, openSession } = options
  return {
    /** Asks for a passkey of whoever it is. @throws {Problem} 429 */
    async offer(client: string): Promise<PasskeyQuestion> {
      await takeAttempt(limiter, client)
      const passkey = await passkeys.request([], 'required')
      const challenge = await issueChallenge(
        db,
        { purpose: 'passkey alone', passkeyChallenge: passkey.challenge },
        clock.now(),
      )
      return { challenge, passkey }
    },

    /** Signs in the owner of a passkey, without a password. @throws {Problem} 401 `challenge_expired` or `passkey_failed`, 429 */
    async finish({ challenge, response }: PasskeyReply, origin: RequestOrigin): Promise<LoginResponse> {
      await takeAttempt(stepLimiter, origin.client)
      const now = clock.now()
      const answer = await db.transaction(async (transaction) => {
        const store = createFactorStore(transaction)
        const owner = (await store.findPasskey(response.id))?.user.id
        const user = owner === undefined ? undefined : await lockUser(transaction, owner)
        const taken = await createChallengeStore(transaction).take(hashToken(challenge), 'passkey alone', now)
        if (!taken?.passkeyChallenge) throw expiredChallenge(401)
        const found = user && (await store.findPasskey(response.id))
        if (!found || !isHandleOf(user.id, response.response.userHandle))
          throw new Problem('passkey_failed', 401)
        const counter = await passkeys.verify(found.passkey, response, {
          challenge: taken.passkeyChallenge,
          isVerified: true,
        })
        if (counter === undefined || !(await store.notePasskeyUse(found.passkey.id, counter, now)))
          throw new Problem('passkey_failed', 401)
        return openSession(transaction, user.id, origin)
      })
      await stepLimiter.forgive(origin.client)
      await limiter.forgive(origin.client)
      return answer
    },
  }
}

/** Whether a passkey says of itself that it is this user's. Those that are no passkeys of a device say nothing. */
function isHandleOf(userId: string, handle: string | null | undefined): boolean {
  return !handle || Buffer.from(handle, 'base64url').toString() === userId
}
