import { ledgerSettings } from '#features/ledger/settings.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import type { LiveSettings } from '#platform/settings/live-settings.ts'
import { parseCoins } from './coins.ts'
import type { PendingAnchor } from './pending-store.ts'
import { createSettlingStore } from './settling-store.ts'

/** Over how long spending is added up, in milliseconds. */
export const spendingPeriod = 30 * 86_400_000

interface SpendingOptions {
  db: Database
  clock: Clock
  settings: Pick<LiveSettings, 'get'>
}

/** What anchoring costs and may cost in 30 days, in the smallest unit of the chain's coin. */
export function createSpending({ db, clock, settings }: SpendingOptions) {
  const store = createSettlingStore(db)
  const readLimit = () => parseCoins(settings.get(ledgerSettings.anchorLimit))
  return {
    readLimit,

    /** What was spent, and what is in no block yet at its highest price. */
    async sum(chainId: number, pending: readonly PendingAnchor[]): Promise<bigint> {
      const spent = await store.sumSpent(chainId, new Date(clock.now().getTime() - spendingPeriod))
      return pending.filter(({ state }) => state === 'sent').reduce((all, one) => all + mostOf(one), spent)
    },
  }
}
export type Spending = ReturnType<typeof createSpending>

/** The most that an anchor can cost: one of its transactions will be in a block. */
export function mostOf({ transactions }: PendingAnchor): bigint {
  return transactions.reduce((most, one) => (one.most > most ? one.most : most), 0n)
}
