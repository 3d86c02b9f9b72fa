import { type AttemptLimiter, takeAttempt } from '#features/accounts/attempt-limiter.ts'
import type { LoginResponse } from '#features/accounts/contract.ts'
import { hashToken } from '#features/accounts/credentials.ts'
import type { RequestOrigin } from '#features/accounts/request-origin.ts'
import type { OpenSession } from '#features/accounts/sessions.ts'
import type { UserRow } from '#features/accounts/table.ts'
import { lockUser } from '#features/accounts/user-lock-store.ts'
import type { Clock } from '#platform/clock.ts'
import { type Cipher, DecryptionError } from '#platform/encryption.ts'
import type { Database } from '#platform/postgres.ts'
import { Problem } from '#shared/problem.ts'
import { type ChallengeRow, createChallengeStore } from './challenge-store.ts'
import { expiredChallenge, issueChallenge } from './challenges.ts'
import type { SecondFactorMethod, SecondFactorRequired, SecondStep } from './contract.ts'
import { createFactorStore, type FactorRows } from './factor-store.ts'
import type { Passkeys } from './passkeys.ts'
import { hashRecoveryCode } from './recovery-codes.ts'
import { findTotpStep } from './totp.ts'

/** How many sign-ins of a user may wait for their second step. */
const mostOpenSteps = 10

interface SecondStepOptions {
  db: Database
  clock: Clock
  cipher: Cipher
  passkeys: Passkeys
  /** Of wrong codes, by user. */
  codeLimiter: AttemptLimiter
  /** Of answers, by client. */
  stepLimiter: AttemptLimiter
  openSession: OpenSession
}

/** The second step of a sign-in. */
export function createSecondSteps(options: SecondStepOptions) {
  const { db, clock, passkeys, codeLimiter, stepLimiter, openSession } = options

  return {
    /** The refusal of a user who has a second factor: 401 `second_factor_required` with a challenge. */
    async ask(transaction: Database, user: UserRow): Promise<Problem | undefined> {
      const factors = await createFactorStore(transaction).list(user.id)
      const methods = methodsOf(factors)
      if (methods.length === 0) return undefined
      const passkey =
        factors.passkeys.length > 0 ? await passkeys.request(factors.passkeys, 'preferred') : undefined
      const passkeyChallenge = passkey?.challenge ?? null
      await createChallengeStore(transaction).keepNewest(user.id, mostOpenSteps - 1)
      const challenge = await issueChallenge(
        transaction,
        { purpose: 'second step', userId: user.id, passwordMark: markOf(user), passkeyChallenge },
        clock.now(),
      )
      const code = 'second_factor_required'
      const extra: SecondFactorRequired = { code, challenge, methods, ...(passkey && { passkey }) }
      return new Problem(code, 401, { extra })
    },

    /**
     * Signs in whoever has passed the first step. A refusal leaves the challenge as it is.
     * @throws {Problem} 401 `challenge_expired` or `second_factor_failed`, 409 `second_factor_unreadable`, 429
     * `second_factor_locked` or `login_locked`
     */
    async finish(step: SecondStep, origin: RequestOrigin): Promise<LoginResponse> {
      await takeAttempt(stepLimiter, origin.client)
      const now = clock.now()
      const tokenHash = hashToken(step.challenge)
      const found = await createChallengeStore(db).findSecond(tokenHash, now)
      if (!found || found.challenge.passwordMark !== markOf(found.user)) throw expiredChallenge(401)
      const { id, passwordHash } = found.user
      const work = () =>
        db.transaction(async (transaction) => {
          const user = await lockUser(transaction, id)
          const isSame = user?.passwordHash === passwordHash && user.disabledAt === null
          const taken =
            isSame && (await createChallengeStore(transaction).take(tokenHash, 'second step', now))
          if (!taken) throw expiredChallenge(401)
          if (!(await isRight(transaction, { ...options, step, user, challenge: taken, now })))
            throw new Problem('second_factor_failed', 401)
          return openSession(transaction, user.id, origin)
        })
      const answer = await (step.method === 'passkey' ? work() : countWrong(codeLimiter, id, work))
      await stepLimiter.forgive(origin.client)
      return answer
    },
  }
}

/** Runs a check of a code, unless there have been too many wrong ones; only wrong ones count. @throws {Problem} 429 */
async function countWrong<T>(limiter: AttemptLimiter, userId: string, work: () => Promise<T>): Promise<T> {
  const wait = await limiter.take(userId)
  if (wait > 0) throw new Problem('second_factor_locked', 429, { retryAfter: wait })
  try {
    const result = await work()
    await limiter.forgive(userId)
    return result
  } catch (error) {
    const isWrong = error instanceof Problem && error.code === 'second_factor_failed'
    if (!isWrong) await limiter.forgive(userId)
    throw error
  }
}

interface Check extends Pick<SecondStepOptions, 'cipher' | 'passkeys'> {
  step: SecondStep
  user: UserRow
  challenge: ChallengeRow
  now: Date
}

/** Whether a code or a passkey is right, and uses it up. @throws {Problem} 409 the key of the codes cannot be read */
async function isRight(transaction: Database, check: Check): Promise<boolean> {
  const { step, user, challenge, cipher, passkeys, now } = check
  const store = createFactorStore(transaction)
  if (step.method === 'recovery_code') {
    const salt = await store.findCodeSalt(user.id)
    return salt !== undefined && store.takeCode(user.id, await hashRecoveryCode(step.code, salt), now)
  }
  if (step.method === 'totp') {
    const totp = await store.findTotp(user.id)
    if (!totp?.confirmedAt) return false
    const found = findTotpStep(readSecret(cipher, totp), step.code, now)
    return found !== undefined && store.takeTotpStep(user.id, found)
  }
  const found = await store.findPasskey(step.response.id)
  if (!found || found.user.id !== user.id || challenge.passkeyChallenge === null) return false
  const counter = await passkeys.verify(found.passkey, step.response, {
    challenge: challenge.passkeyChallenge,
    isVerified: false,
  })
  return counter !== undefined && store.notePasskeyUse(found.passkey.id, counter, now)
}

/** @throws {Problem} 409 `second_factor_unreadable` when it was encrypted under another secret of the server */
function readSecret(cipher: Cipher, { secret, userId }: { secret: string; userId: string }): string {
  try {
    return cipher.decrypt(secret, userId)
  } catch (error) {
    if (error instanceof DecryptionError) throw new Problem('second_factor_unreadable', 409)
    throw error
  }
}

/** What a user can be asked for; the codes of an app first, since they are at hand on any device. */
function methodsOf({ totp, passkeys, codes }: FactorRows): SecondFactorMethod[] {
  if (!totp && passkeys.length === 0) return []
  return [
    ...(totp ? (['totp'] as const) : []),
    ...(passkeys.length > 0 ? (['passkey'] as const) : []),
    ...(codes && codes.left > 0 ? (['recovery_code'] as const) : []),
  ]
}

const markOf = ({ passwordHash }: UserRow) => hashToken(passwordHash ?? '')
