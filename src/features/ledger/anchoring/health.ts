import type { AnchoringHealth } from '#features/ledger/contract.ts'
import { ledgerSettings } from '#features/ledger/settings.ts'
import type { Database } from '#platform/postgres.ts'
import type { LiveSettings } from '#platform/settings/live-settings.ts'
import type { Chain } from './chain.ts'
import { formatCoins } from './coins.ts'
import { countConfirmations } from './following.ts'
import { createPendingStore, type PendingAnchor } from './pending-store.ts'
import type { Spending } from './spending.ts'
import { createStateStore } from './state-store.ts'

interface HealthOptions {
  db: Database
  chain: Pick<Chain, 'sender'>
  spending: Spending
  settings: Pick<LiveSettings, 'get'>
}

/** What admins see of anchoring. */
export function createAnchoringHealth({ db, chain, spending, settings }: HealthOptions) {
  const state = createStateStore(db)
  const store = createPendingStore(db)

  function describePending(anchor: PendingAnchor, newestBlock: number): AnchoringHealth['pending'] {
    return {
      ...{ size: anchor.size, since: anchor.createdAt.toISOString() },
      transaction: anchor.transaction ?? anchor.transactions[0]?.hash ?? '',
      confirmations: countConfirmations(anchor, newestBlock),
      confirmations_wanted: settings.get(ledgerSettings.anchorConfirmations),
    }
  }

  return {
    async readHealth(): Promise<AnchoringHealth> {
      const [known, all] = await Promise.all([state.find(), store.listPending()])
      const spent = known?.chainId ? await spending.sum(known.chainId, all) : 0n
      const pending = all.at(-1)
      return {
        ...{ chain_id: known?.chainId ?? null, chain: known?.chain ?? null, coin: known?.coin ?? 'ETH' },
        sender: chain.sender,
        balance: known?.balance == null ? null : formatCoins(known.balance),
        ...{ spent: formatCoins(spent), limit: formatCoins(spending.readLimit()) },
        pending: pending ? describePending(pending, known?.blockNumber ?? 0) : null,
        fault: known?.fault ?? null,
        fault_since: known?.faultSince?.toISOString() ?? null,
      }
    },
  }
}
