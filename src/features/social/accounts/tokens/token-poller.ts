import type { Notify } from '#feature.ts'
import { accountEnding } from '#features/social/notifications.ts'
import type { Platform } from '#features/social/platforms/platform.ts'
import type { Clock } from '#platform/clock.ts'
import type { Poller } from '#platform/poller.ts'
import type { Database } from '#platform/postgres.ts'
import { notificationOf } from '#shared/notifications/type.ts'
import type { AccountFaults } from './account-faults.ts'
import type { AccountTokens } from './account-tokens.ts'
import { createTokenEndStore, type EndOptions, hasTokenWork } from './token-end-store.ts'

// The team is warned so long before something ends, in milliseconds.
const warning = 7 * 24 * 3_600_000

interface PollerOptions {
  db: Database
  clock: Clock
  notify: Notify
  platforms: readonly Platform[]
  tokens: Pick<AccountTokens, 'tryRenew'>
  faults: AccountFaults
}

/** Renews tokens before they end, and tells admins in time of what only a person can renew. */
export function createTokenPoller(options: PollerOptions): Poller {
  const { db, clock, notify, platforms, tokens, faults } = options
  const renewing = platforms.filter(({ authorization }) => authorization?.refresh)
  const selfRenewing = renewing.filter(({ authorization }) => authorization?.renewsAccessToken)
  const describeEnds = (now: Date): EndOptions => ({
    ...{
      now,
      warning,
      renewing: renewing.map(({ id }) => id),
      selfRenewing: selfRenewing.map(({ id }) => id),
    },
  })

  async function warn(now: Date): Promise<void> {
    await db.transaction(async (transaction) => {
      const ending = await createTokenEndStore(transaction).takeEnding(describeEnds(now))
      if (ending.length === 0) return
      await notify(
        transaction,
        ending.map(({ id, platform, name }) =>
          notificationOf(accountEnding, { data: { account_id: id, platform, name }, at: now }),
        ),
      )
    })
  }

  return {
    name: 'social-renew-tokens',
    everySeconds: 60,
    isDue: (now) => hasTokenWork(describeEnds(now)),
    async poll() {
      const now = clock.now()
      const store = createTokenEndStore(db)
      for (const row of await store.listEnded(describeEnds(now)))
        await faults.mark(row, { fault: 'expired', sentence: null, isDead: false })
      await warn(now)
      const due = await store.listDue(describeEnds(now))
      const results = await Promise.allSettled(due.map((id) => tokens.tryRenew(id)))
      const failed = results.find(({ status }) => status === 'rejected')
      if (failed?.status === 'rejected') throw failed.reason
    },
  }
}
