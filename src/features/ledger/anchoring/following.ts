import type { AnchorFault } from '#features/ledger/model.ts'
import { ledgerSettings } from '#features/ledger/settings.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import type { LiveSettings } from '#platform/settings/live-settings.ts'
import type { Chain, ChainState, Receipt } from './chain.ts'
import type { PendingAnchor } from './pending-store.ts'
import { createSending } from './sending.ts'
import { createSettlingStore, type StoredAnchor } from './settling-store.ts'
import type { Spending } from './spending.ts'

/** For how long an anchor is still compared with the chain once it is confirmed, in milliseconds. */
const watched = 86_400_000

interface FollowingOptions {
  db: Database
  chain: Chain
  spending: Spending
  clock: Clock
  settings: Pick<LiveSettings, 'get'>
}

/** Follows anchors in the chain until they are confirmed or lost, and for a day after. */
export function createFollowing(options: FollowingOptions) {
  const { db, chain, clock, settings } = options
  const store = createSettlingStore(db)
  const { sendAgain } = createSending(options)

  /** The one place that asks for the proof of a block: when an anchor is confirmed, and again while it has none. */
  const prove = async ({ blockHash, transaction }: StoredAnchor) => {
    if (blockHash === null || transaction === null) return undefined
    // An anchor counts without a proof as well.
    return chain.prove(blockHash, transaction).catch(() => undefined)
  }

  /**
   * Puts anchors on their way again whose blocks the chain has left after they were confirmed. Where the newest is in the chain,
   * so are those before.
   */
  async function watch({ chainId }: ChainState): Promise<void> {
    const since = new Date(clock.now().getTime() - watched)
    for (const anchor of await store.listConfirmed(chainId, since)) {
      const block = await chain.findBlock(anchor.blockNumber ?? 0)
      // A node that lags behind knows no block there: that says nothing.
      if (!block) continue
      if (block.hash !== anchor.blockHash) await store.leave(anchor, clock.now())
      else {
        const proof = anchor.proof ? undefined : await prove(anchor)
        if (proof) await store.addProof(anchor, proof)
        return
      }
    }
  }

  async function findReceipt({ transactions }: PendingAnchor): Promise<Receipt | undefined> {
    for (const { hash } of transactions) {
      const receipt = await chain.findReceipt(hash)
      if (receipt) return receipt
    }
    return undefined
  }

  async function settle(anchor: PendingAnchor, receipt: Receipt, state: ChainState): Promise<void> {
    const block = await chain.findBlock(receipt.blockNumber)
    // The node tells of two chains: it is about to change from one to the other.
    if (block?.hash !== receipt.blockHash) return
    const { hash: transaction, ...place } = receipt
    const included = { ...anchor, ...place, state: 'included' as const, transaction, blockAt: block.at }
    if (anchor.state !== 'included' || anchor.blockHash !== receipt.blockHash)
      await store.include(anchor, receipt, block.at)
    if (countConfirmations(included, state.blockNumber) < settings.get(ledgerSettings.anchorConfirmations))
      return
    await store.confirm(included, clock.now(), (await prove(included)) ?? null)
  }

  return {
    watch,

    /** Finds what has become of an anchor. @throws {ChainError} */
    async follow(
      anchor: PendingAnchor,
      state: ChainState,
      all: readonly PendingAnchor[],
    ): Promise<AnchorFault | undefined> {
      const receipt = await findReceipt(anchor)
      if (receipt) {
        await settle(anchor, receipt, state)
        return undefined
      }
      if (anchor.state === 'sent') return sendAgain(anchor, state, all)
      const sentAt = clock.now()
      await store.leave(anchor, sentAt)
      return sendAgain({ ...anchor, state: 'sent', blockHash: null, sentAt }, state, all)
    },
  }
}

/** Blocks from that of an anchor to the newest, both counted; 0 while it is in none. */
export function countConfirmations(
  { blockNumber }: Pick<StoredAnchor, 'blockNumber'>,
  newest: number,
): number {
  return blockNumber === null ? 0 : Math.max(0, newest - blockNumber + 1)
}
