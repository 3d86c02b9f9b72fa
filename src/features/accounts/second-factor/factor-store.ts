import { and, inArray, isNotNull } from 'drizzle-orm'
import { createSessionStore } from '#features/accounts/session-store.ts'
import { passkeys, totpKeys } from '#features/accounts/table.ts'
import { lockUser } from '#features/accounts/user-lock-store.ts'
import type { Database } from '#platform/postgres.ts'
import { createChallengeStore } from './challenge-store.ts'
import { createPasskeyStore, type PasskeyRow } from './passkey-store.ts'
import { createRecoveryCodeStore } from './recovery-code-store.ts'
import { createTotpStore, type TotpRow } from './totp-store.ts'

const day = 24 * 3_600_000

/** The factors of a user. An authenticator app that was not confirmed is none. */
export interface FactorRows {
  totp: TotpRow | undefined
  passkeys: PasskeyRow[]
  codes: { left: number; createdAt: Date } | undefined
}

/** The queries on second factors. Pass a transaction to run several of them in one. */
export function createFactorStore(db: Database) {
  const [totpStore, passkeyStore] = [createTotpStore(db), createPasskeyStore(db)]
  const codeStore = createRecoveryCodeStore(db)
  return {
    ...totpStore,
    ...passkeyStore,
    ...codeStore,

    async list(userId: string): Promise<FactorRows> {
      const totp = await totpStore.findTotp(userId)
      return {
        totp: totp?.confirmedAt ? totp : undefined,
        passkeys: await passkeyStore.listPasskeys(userId),
        codes: await codeStore.countCodes(userId),
      }
    },
  }
}
export type FactorStore = ReturnType<typeof createFactorStore>

/**
 * Removes everything of a user's second factor in a transaction and ends their sessions, if there is one. Returns whether
 * there was.
 */
export async function removeSecondFactor(transaction: Database, userId: string, now: Date): Promise<boolean> {
  const store = createFactorStore(transaction)
  await lockUser(transaction, userId)
  const { totp, passkeys: keys } = await store.list(userId)
  if (!totp && keys.length === 0) return false
  await store.deleteTotp(userId)
  await store.deletePasskeys(userId)
  await store.replaceCodes(userId, undefined, now)
  await createChallengeStore(transaction).deleteOf(userId)
  await createSessionStore(transaction).revokeAll(userId, now)
  return true
}

/** Deletes challenges that have expired, and keys of authenticator apps that were not confirmed for a day. */
export async function forgetEndedFactors(db: Database, now: Date): Promise<void> {
  await createChallengeStore(db).deleteExpiredBefore(now)
  await createFactorStore(db).deleteUnconfirmedBefore(new Date(now.getTime() - day))
}

/** Those of some users who have a second factor, by id. */
export async function listWithSecondFactor(db: Database, userIds: readonly string[]): Promise<Set<string>> {
  if (userIds.length === 0) return new Set()
  const ids = [...new Set(userIds)]
  const withTotp = db
    .select({ userId: totpKeys.userId })
    .from(totpKeys)
    .where(and(inArray(totpKeys.userId, ids), isNotNull(totpKeys.confirmedAt)))
  const withPasskey = db
    .select({ userId: passkeys.userId })
    .from(passkeys)
    .where(inArray(passkeys.userId, ids))
  return new Set((await withTotp.union(withPasskey)).map(({ userId }) => userId))
}
