import type { AttemptLimiter } from '#features/accounts/attempt-limiter.ts'
import type { AccountChange } from '#features/accounts/notices.ts'
import { createSessionStore } from '#features/accounts/session-store.ts'
import { lockUser } from '#features/accounts/user-lock-store.ts'
import type { Clock } from '#platform/clock.ts'
import { type Cipher, DecryptionError } from '#platform/encryption.ts'
import type { Database } from '#platform/postgres.ts'
import { Problem } from '#shared/problem.ts'
import type { Asker } from './challenges.ts'
import type { FactorAdded, Passkey, SecondFactor } from './contract.ts'
import { createFactorStore, type FactorStore } from './factor-store.ts'
import type { NotifyOfFactor } from './notice.ts'
import type { PasskeyRow } from './passkey-store.ts'
import { hashRecoveryCode, makeCodeSalt, makeRecoveryCodes } from './recovery-codes.ts'

export interface FactorOptions {
  db: Database
  clock: Clock
  /** Encrypts the keys of authenticator apps. */
  cipher: Cipher
  /** Tells a user by mail what has changed. */
  notify: NotifyOfFactor
  /** Of new recovery codes, by user. */
  renewals: AttemptLimiter
}

/** What adding and removing have in common for every kind of factor. */
export function createFactorChanges({ db, clock, cipher, notify, renewals }: FactorOptions) {
  async function hasFactor(store: FactorStore, userId: string): Promise<boolean> {
    const { totp, passkeys } = await store.list(userId)
    return totp !== undefined || passkeys.length > 0
  }

  async function get(userId: string, at: Database = db): Promise<SecondFactor> {
    const { totp, passkeys, codes } = await createFactorStore(at).list(userId)
    return {
      totp: totp?.confirmedAt
        ? { added_at: totp.confirmedAt.toISOString(), is_readable: isReadable(cipher, totp) }
        : null,
      passkeys: passkeys.map(toPasskey),
      recovery_codes: codes ? { left: codes.left, created_at: codes.createdAt.toISOString() } : null,
    }
  }

  return {
    get,

    /** Adds a factor. With the first one, recovery codes are made and all other sessions of the user end. */
    async add(
      { user, sessionId }: Asker,
      notice: AccountChange,
      work: (store: FactorStore, transaction: Database) => Promise<void>,
    ): Promise<FactorAdded> {
      // Before the transaction: hashing takes long.
      const made = (await hasFactor(createFactorStore(db), user.id)) ? undefined : await makeCodes()
      return db.transaction(async (transaction) => {
        const store = createFactorStore(transaction)
        await lockUser(transaction, user.id)
        const isFirst = !(await hasFactor(store, user.id))
        await work(store, transaction)
        if (isFirst) await createSessionStore(transaction).revokeAll(user.id, clock.now(), sessionId)
        const fresh = isFirst ? (made ?? (await makeCodes())) : undefined
        if (fresh) await store.replaceCodes(user.id, fresh.stored, clock.now())
        await notify(transaction, { userId: user.id, sessionId }, notice)
        return { second_factor: await get(user.id, transaction), recovery_codes: fresh?.codes ?? null }
      })
    },

    /** Removes a factor; with the last one, the recovery codes. `work` returns whether it was there. @throws {Problem} 404 */
    remove(
      { user, sessionId }: Asker,
      { notice, missing }: { notice: AccountChange; missing: string },
      work: (store: FactorStore) => Promise<boolean>,
    ): Promise<void> {
      const userId = user.id
      return db.transaction(async (transaction) => {
        const store = createFactorStore(transaction)
        await lockUser(transaction, userId)
        if (!(await work(store))) throw new Problem(missing, 404)
        if (!(await hasFactor(store, userId))) await store.replaceCodes(userId, undefined, clock.now())
        await notify(transaction, { userId, sessionId }, notice)
      })
    },

    /** Makes new recovery codes, and voids the old ones. @throws {Problem} 409 there is no factor, 429 */
    async renewRecoveryCodes({ user, sessionId }: Asker): Promise<string[]> {
      const userId = user.id
      const wait = await renewals.take(userId)
      if (wait > 0) throw new Problem('rate_limited', 429, { retryAfter: wait })
      // Before the transaction: hashing takes long.
      const { codes, stored } = await makeCodes()
      return db.transaction(async (transaction) => {
        const store = createFactorStore(transaction)
        await lockUser(transaction, userId)
        if (!(await hasFactor(store, userId))) throw new Problem('second_factor_missing', 409)
        await store.replaceCodes(userId, stored, clock.now())
        await notify(transaction, { userId, sessionId }, 'recovery_codes_renewed')
        return codes
      })
    },
  }
}
/** New recovery codes, as they are shown and as they are stored. */
async function makeCodes(): Promise<{ codes: string[]; stored: { salt: string; hashes: string[] } }> {
  const codes = makeRecoveryCodes()
  const salt = makeCodeSalt()
  const hashes: string[] = []
  // One after another: each takes 19 MiB while it is made.
  for (const code of codes) hashes.push(await hashRecoveryCode(code, salt))
  return { codes, stored: { salt, hashes } }
}

export type FactorChanges = ReturnType<typeof createFactorChanges>

export function toPasskey({ id, name, createdAt, lastUsedAt }: PasskeyRow): Passkey {
  return {
    id,
    name,
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
  }
}

/** Whether a stored key was encrypted under the present secret of the server. */
export function isReadable(cipher: Cipher, { secret, userId }: { secret: string; userId: string }): boolean {
  try {
    cipher.decrypt(secret, userId)
    return true
  } catch (error) {
    if (error instanceof DecryptionError) return false
    throw error
  }
}
