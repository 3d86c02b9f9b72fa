import type { LoginResponse } from '#features/accounts/contract.ts'
import { hashToken } from '#features/accounts/credentials.ts'
import type { LoginOrigin, OpenSession } from '#features/accounts/sessions.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import { Problem } from '#shared/problem.ts'
import { createChallengeStore } from './challenge-store.ts'
import { expiredChallenge, issueChallenge } from './challenges.ts'
import type { AttemptLimiter } from './code-limiter.ts'
import type { PasskeyQuestion, PasskeyReply } from './contract.ts'
import { createFactorStore } from './factor-store.ts'
import type { Passkeys } from './passkeys.ts'

interface PasskeySignInOptions {
  db: Database
  clock: Clock
  passkeys: Passkeys
  /** Of questions for a passkey, by client. */
  limiter: AttemptLimiter
  openSession: OpenSession
}

/** Signing in with a passkey instead of name and password. */
export function createPasskeySignIn({ db, clock, passkeys, limiter, openSession }: PasskeySignInOptions) {
  return {
    /** Asks for a passkey of whoever it is. @throws {Problem} 429 */
    async offer(client: string): Promise<PasskeyQuestion> {
      const wait = await limiter.take(client)
      if (wait > 0) throw new Problem('login_locked', 429, { retryAfter: wait })
      const passkey = await passkeys.request([], 'required')
      const challenge = await issueChallenge(
        db,
        { purpose: 'first', passkeyChallenge: passkey.challenge },
        clock.now(),
      )
      return { challenge, passkey }
    },

    /** Signs in the owner of a passkey, without a password. @throws {Problem} 401 `challenge_expired` or `passkey_failed` */
    async finish({ challenge, response }: PasskeyReply, origin: LoginOrigin): Promise<LoginResponse> {
      const now = clock.now()
      const answer = await db.transaction(async (transaction) => {
        const taken = await createChallengeStore(transaction).take(hashToken(challenge), 'first', now)
        if (!taken?.passkeyChallenge) throw expiredChallenge(401)
        const store = createFactorStore(transaction)
        const found = await store.findPasskey(response.id)
        if (!found || !isHandleOf(found.user.id, response.response.userHandle))
          throw new Problem('passkey_failed', 401)
        const counter = await passkeys.verify(found.passkey, response, {
          challenge: taken.passkeyChallenge,
          isVerified: true,
        })
        if (counter === undefined || !(await store.notePasskeyUse(found.passkey.id, counter, now)))
          throw new Problem('passkey_failed', 401)
        return openSession(transaction, found.user.id, origin)
      })
      await limiter.forgive(origin.client)
      return answer
    },
  }
}

/** Whether a passkey says of itself that it is this user's. Those that are no passkeys of a device say nothing. */
function isHandleOf(userId: string, handle: string | null | undefined): boolean {
  return !handle || Buffer.from(handle, 'base64url').toString() === userId
}
