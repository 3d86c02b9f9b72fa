import type { Pool } from 'pg'
import type { OpenSession } from '#features/accounts/sessions.ts'
import { lockUser } from '#features/accounts/user-lock-store.ts'
import type { SignedIn } from '#http/access.ts'
import type { Clock } from '#platform/clock.ts'
import type { Encryption } from '#platform/encryption.ts'
import type { Database } from '#platform/postgres.ts'
import { Problem } from '#shared/problem.ts'
import {
  createCodeLimiter,
  createPasskeyLimiter,
  createRenewalLimiter,
  createStepLimiter,
} from './code-limiter.ts'
import { createFactorChanges } from './factor-changes.ts'
import { removeSecondFactor } from './factor-store.ts'
import type { NotifyOfFactor } from './notice.ts'
import { createOwnPasskeys } from './own-passkeys.ts'
import { createOwnTotp } from './own-totp.ts'
import { createPasskeySignIn } from './passkey-sign-in.ts'
import { createPasskeys } from './passkeys.ts'
import { createSecondSteps } from './second-steps.ts'
import { totpPurpose } from './totp-store.ts'

interface SecondFactorOptions {
  db: Database
  /** Whose connections remain for sign-ins when other requests hold all others. */
  signInDb: Database
  pool: Pool
  clock: Clock
  encryption: Encryption
  publicUrl: string
  siteName(): string
  notify: NotifyOfFactor
  openSession: OpenSession
}

/** Everything about the second factor: at the sign-in, of one's own account, and of others. */
export function createSecondFactor(options: SecondFactorOptions) {
  const { db, signInDb, pool, clock, encryption, publicUrl, siteName, notify, openSession } = options
  const cipher = encryption.cipher(totpPurpose)
  const passkeys = createPasskeys({ publicUrl, siteName })
  const renewals = createRenewalLimiter(pool)
  const changes = createFactorChanges({ db, clock, cipher, notify, renewals })
  const stepLimiter = createStepLimiter(pool)
  return {
    steps: createSecondSteps({
      ...{ db: signInDb, clock, cipher, passkeys, openSession, stepLimiter },
      codeLimiter: createCodeLimiter(pool),
    }),
    passkeySignIn: createPasskeySignIn({
      ...{ db: signInDb, clock, passkeys, openSession, stepLimiter },
      limiter: createPasskeyLimiter(pool),
    }),
    own: {
      get: (userId: string) => changes.get(userId),
      renewRecoveryCodes: changes.renewRecoveryCodes,
      totp: createOwnTotp({ db, clock, cipher, changes, siteName }),
      passkeys: createOwnPasskeys({ db, clock, changes, passkeys }),
    },

    /** Takes the whole second factor of another user away and ends their sessions. @throws {Problem} 404, 409 one's own */
    async reset(userId: string, { user }: Pick<SignedIn, 'user'>): Promise<void> {
      if (userId === user.id) throw new Problem('own_account', 409)
      await db.transaction(async (transaction) => {
        if (!(await lockUser(transaction, userId))) throw new Problem('user_not_found', 404)
        if (await removeSecondFactor(transaction, userId, clock.now()))
          await notify(transaction, { userId }, 'second_factor_reset')
      })
    },
  }
}
export type SecondFactors = ReturnType<typeof createSecondFactor>
