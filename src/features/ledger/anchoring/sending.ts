import type { AnchorFault } from '#features/ledger/model.ts'
import { ledgerSettings } from '#features/ledger/settings.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import type { LiveSettings } from '#platform/settings/live-settings.ts'
import type { Chain, ChainState } from './chain.ts'
import { createPendingStore, type PendingAnchor } from './pending-store.ts'
import { createSettlingStore } from './settling-store.ts'
import { mostOf, type Spending } from './spending.ts'

/** After how long in no block a transaction gets a higher price, in milliseconds. */
const patience = 600_000
/** Below how many blocks a nonce is used for good, at least and at most; nodes remember the state of 128. */
const [shallow, deep] = [8, 64]

interface SendingOptions {
  db: Database
  chain: Chain
  spending: Spending
  clock: Clock
  settings: Pick<LiveSettings, 'get'>
}

/** Sends anchors again that are in no block. */
export function createSending({ db, chain, spending, clock, settings }: SendingOptions) {
  const store = createPendingStore(db)
  const settling = createSettlingStore(db)

  /** Whether another transaction with the nonce of an anchor is too deep in the chain to leave it. */
  async function isReplaced({ nonce }: PendingAnchor, { blockNumber }: ChainState): Promise<boolean> {
    const depth = Math.min(deep, Math.max(shallow, settings.get(ledgerSettings.anchorConfirmations)))
    return (await chain.countSent(Math.max(0, blockNumber - depth + 1))) > nonce
  }

  /** Replaces a transaction that nobody takes at its price; one that costs too much, it leaves as it is. */
  async function replace(anchor: PendingAnchor, state: ChainState, all: readonly PendingAnchor[]) {
    const { chainId, nonce, checkpointText: text, transactions } = anchor
    const replaced = transactions[0]?.raw ?? ''
    const signed = await chain.sign({ chainId, nonce, text, replaced })
    const others = (await spending.sum(chainId, all)) - mostOf(anchor)
    if (others + signed.most > spending.readLimit()) return { raw: replaced, fault: 'limit_reached' as const }
    if (signed.most > state.balance) return { raw: replaced, fault: 'no_funds' as const }
    // Whoever lost a race sends what is stored by the other the next time.
    const isStored = await store.replace(anchor, signed, clock.now())
    return { raw: isStored ? signed.raw : replaced, fault: undefined }
  }

  /** @throws {ChainError} */
  async function sendAgain(
    anchor: PendingAnchor,
    state: ChainState,
    all: readonly PendingAnchor[],
  ): Promise<AnchorFault | undefined> {
    const [newest] = anchor.transactions
    if (!newest) throw new Error('an anchor has no transaction')
    if ((await chain.countSent('latest')) > anchor.nonce) {
      if (await isReplaced(anchor, state)) await settling.lose(anchor)
      return undefined
    }
    const since = Math.max(newest.createdAt.getTime(), anchor.sentAt.getTime())
    const isStuck = clock.now().getTime() - since >= patience
    const { raw, fault } = isStuck ? await replace(anchor, state, all) : { raw: newest.raw, fault: undefined }
    await chain.send(raw)
    return fault
  }

  return { sendAgain }
}
