import type { Notify } from '#feature.ts'
import type { AccountFault } from '#features/social/accounts/contract.ts'
import { accountBroken } from '#features/social/notifications.ts'
import { PlatformFault } from '#features/social/platforms/fault.ts'
import { shorten } from '#features/social/platforms/platform-calls.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import { notificationOf } from '#shared/notifications/type.ts'
import { createTokenStore, type KnownTokens } from './token-store.ts'

interface FaultOptions {
  db: Database
  clock: Clock
  notify: Notify
}

/** The fault of an account that a person has to connect again, with what its platform has said. */
export const brokenAccount = (
  fault: AccountFault | 'disconnected',
  sentence?: string | null,
): PlatformFault =>
  sentence
    ? new PlatformFault('token', sentence)
    : new PlatformFault('token', fault, { code: `account_${fault}` })

/** Records why a person has to connect an account again, and tells admins once. */
export function createAccountFaults({ db, clock, notify }: FaultOptions) {
  return {
    async mark(
      known: KnownTokens,
      details: { fault: AccountFault; sentence: string | null; isDead: boolean },
    ): Promise<void> {
      const now = clock.now()
      await db.transaction(async (transaction) => {
        const sentence = details.sentence && shorten(details.sentence)
        const row = await createTokenStore(transaction).markFault(known, { ...details, sentence, now })
        if (!row) return
        const { id, platform, name, fault } = row
        const data = { account_id: id, platform, name, fault: fault ?? details.fault }
        await notify(transaction, [notificationOf(accountBroken, { data, at: now })])
      })
    },
  }
}
export type AccountFaults = ReturnType<typeof createAccountFaults>
