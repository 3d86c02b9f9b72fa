import type { AnchorFault } from '#features/ledger/model.ts'
import { ledgerSettings } from '#features/ledger/settings.ts'
import type { Clock } from '#platform/clock.ts'
import type { LiveSettings } from '#platform/settings/live-settings.ts'
import type { AnchoringStore, PendingAnchor, StoredAnchor } from './anchoring-store.ts'
import type { Chain, ChainState, Receipt } from './chain.ts'
import { mostOf, type Spending } from './spending.ts'

/** For how long an anchor is still compared with the chain once it is confirmed, in milliseconds. */
const watched = 86_400_000
/** After how long in no block a transaction gets a higher price, in milliseconds. */
const patience = 600_000
/** Below how many blocks a nonce is used for good; nodes remember the state of 128. */
const deep = 64

interface FollowingOptions {
  chain: Chain
  store: AnchoringStore
  spending: Spending
  clock: Clock
  settings: Pick<LiveSettings, 'get'>
}

/** Follows anchors in the chain until they are confirmed or lost, and for a day after. */
export function createFollowing({ chain, store, spending, clock, settings }: FollowingOptions) {
  const wanted = () => settings.get(ledgerSettings.anchorConfirmations)

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

  /** Whether another transaction with the nonce of an anchor is too deep in the chain to leave it. */
  async function isReplaced({ nonce }: PendingAnchor, { blockNumber }: ChainState): Promise<boolean> {
    const depth = Math.min(wanted(), deep)
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

  async function sendAgain(
    anchor: PendingAnchor,
    state: ChainState,
    all: readonly PendingAnchor[],
  ): Promise<AnchorFault | undefined> {
    const [newest] = anchor.transactions
    if (!newest) throw new Error('an anchor has no transaction')
    if ((await chain.countSent('latest')) > anchor.nonce) {
      if (await isReplaced(anchor, state)) await store.lose(anchor)
      return undefined
    }
    const since = Math.max(newest.createdAt.getTime(), anchor.sentAt.getTime())
    const isStuck = clock.now().getTime() - since >= patience
    const { raw, fault } = isStuck ? await replace(anchor, state, all) : { raw: newest.raw, fault: undefined }
    await chain.send(raw)
    return fault
  }

  async function settle(anchor: PendingAnchor, receipt: Receipt, state: ChainState): Promise<void> {
    const block = await chain.findBlock(receipt.blockNumber)
    // The node tells of two chains: it is about to change from one to the other.
    if (block?.hash !== receipt.blockHash) return
    const { hash: transaction, ...place } = receipt
    const included = { ...anchor, ...place, state: 'included' as const, transaction, blockAt: block.at }
    if (anchor.state !== 'included' || anchor.blockHash !== receipt.blockHash)
      await store.include(anchor, receipt, block.at)
    if (countConfirmations(included, state.blockNumber) < wanted()) return
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
