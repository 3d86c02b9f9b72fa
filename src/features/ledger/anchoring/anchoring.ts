import type { Notify } from '#feature.ts'
import { writeCheckpointText } from '#features/ledger/checkpoints/checkpoint.ts'
import type { AnchoringHealth } from '#features/ledger/contract.ts'
import type { AnchorFault } from '#features/ledger/model.ts'
import { createHeadStore } from '#features/ledger/reading/head-store.ts'
import { ledgerSettings } from '#features/ledger/settings.ts'
import type { Clock } from '#platform/clock.ts'
import type { Logger } from '#platform/log.ts'
import type { Poller } from '#platform/poller.ts'
import type { Database } from '#platform/postgres.ts'
import type { LiveSettings } from '#platform/settings/live-settings.ts'
import { Problem } from '#shared/problem.ts'
import {
  type AnchoringRow,
  createAnchoringStore,
  isAnchoringDue,
  type PendingAnchor,
} from './anchoring-store.ts'
import { type Chain, ChainError, type ChainState } from './chain.ts'
import { formatCoins } from './coins.ts'
import { createFaults } from './faults.ts'
import { countConfirmations, createFollowing } from './following.ts'
import { createSpending } from './spending.ts'

const hour = 3_600_000
/** For how long a process has the work, in milliseconds: longer than all its questions to the chain can take. */
const lease = 5 * 60_000
/** How soon the chain is looked at again, in milliseconds: while something is on its way, and otherwise. */
const soon = 15_000
const later = 10 * 60_000

export interface AnchoringOptions {
  db: Database
  clock: Clock
  log: Logger
  settings: Pick<LiveSettings, 'get'>
  notify: Notify
  chain: Chain
  /** From 0 to below 1. */
  random?: () => number
}

/**
 * Writes checkpoints to a chain, one at a time. A transaction is stored before it is sent, so that after a crash the same one is
 * sent again, and never a second one.
 */
export function createAnchoring({ random = Math.random, ...options }: AnchoringOptions) {
  const { db, clock, settings, chain } = options
  const store = createAnchoringStore(db)
  const head = createHeadStore(db)
  const spending = createSpending({ store, clock, settings })
  const following = createFollowing({ chain, store, spending, clock, settings })
  const faults = createFaults(options)
  const after = (milliseconds: number) => new Date(clock.now().getTime() + milliseconds)

  /** Looks at the chain, and does what is to be done. Returns what hinders it. */
  async function look(known: AnchoringRow): Promise<AnchorFault | undefined> {
    const state = await chain.readState()
    const { chainId } = state
    const names =
      known.chainId === chainId && known.chain !== null
        ? { chain: known.chain, coin: known.coin, explorer: known.explorer }
        : await chain.describe(chainId)
    await store.noteChain(state, names)
    await store.loseOthers(chainId, chain.sender)
    await following.watch(state)
    const pending = await store.listPending()
    let fault: AnchorFault | undefined
    for (const anchor of pending) fault = (await following.follow(anchor, state, pending)) ?? fault
    return (await store.listPending()).length === 0 ? begin({ ...known, ...names, ...state }) : fault
  }

  /** Anchors the newest checkpoint if it is time. */
  async function begin(known: AnchoringRow & ChainState): Promise<AnchorFault | undefined> {
    const { chainId, chain: name, explorer } = known
    const { size, root, origin } = (await findCheckpoint()) ?? {}
    if (size === undefined || root === undefined || !origin || name === null) return undefined
    const newest = await store.findNewest(chainId)
    if (newest && newest.size >= size) return undefined
    const pause = settings.get(ledgerSettings.anchorHours) * hour
    if (newest && !known.askedAt && clock.now().getTime() - newest.createdAt.getTime() < pause)
      return undefined
    const text = writeCheckpointText({ origin, size, root })
    const nonce = await chain.countSent('pending')
    const signed = await chain.sign({ chainId, nonce, text })
    const spent = await spending.sum(chainId, [])
    if (spent + signed.most > spending.readLimit()) return 'limit_reached'
    if (signed.most > known.balance) return 'no_funds'
    const anchor = { chainId, chain: name, explorer, size, checkpointText: text, sender: chain.sender, nonce }
    if (await store.add(anchor, signed, clock.now())) await chain.send(signed.raw)
    return undefined
  }

  async function findCheckpoint() {
    const { origin, size } = await head.getHead()
    const checkpoint = await head.findCheckpoint(size)
    return checkpoint && { ...checkpoint, origin }
  }

  /** How long to wait: twice as long each time while the node does not answer, so that it gets well. */
  async function findPause(fault: AnchorFault | undefined, since: Date | null): Promise<number> {
    if (fault === 'unreachable' || fault === 'refused') {
      const lasts = clock.now().getTime() - (since?.getTime() ?? 0)
      return Math.min(hour, Math.max(soon, lasts)) * (0.75 + random() / 4)
    }
    const isPending = (await store.listPending()).length > 0
    const isEmpty = (await findCheckpoint()) === undefined
    return isPending || isEmpty ? soon : later
  }

  async function poll(): Promise<void> {
    const until = after(lease)
    const known = await store.claim(clock.now(), until)
    if (!known) return
    const fault = await look(known).catch((error: unknown) => {
      if (error instanceof ChainError) return error.fault
      throw error
    })
    const since = await faults.note(fault ?? null)
    await store.release(until, after(await findPause(fault, since)))
  }

  const poller: Poller = { name: 'ledger-anchors', everySeconds: 5, isDue: isAnchoringDue, poll }

  /** What is on its way; where the chain has left blocks, perhaps more than one, of which this is the newest. */
  const findPending = async (): Promise<PendingAnchor | undefined> => (await store.listPending()).at(-1)

  return {
    poller,

    /**
     * Anchors the newest checkpoint as soon as possible, whenever the last one was.
     * @throws {Problem} 409 while one is on its way, or when there is nothing new
     */
    async anchorNow(): Promise<void> {
      if (await findPending()) throw new Problem('anchor_pending', 409)
      const [known, checkpoint] = await Promise.all([store.find(), findCheckpoint()])
      const newest = known?.chainId ? await store.findNewest(known.chainId) : undefined
      if (!checkpoint || (newest && newest.size >= checkpoint.size)) throw new Problem('anchor_current', 409)
      await store.ask(clock.now())
    },

    async readHealth(): Promise<AnchoringHealth> {
      const [known, all] = await Promise.all([store.find(), store.listPending()])
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

  function describePending(anchor: PendingAnchor, newestBlock: number): AnchoringHealth['pending'] {
    return {
      ...{ size: anchor.size, since: anchor.createdAt.toISOString() },
      transaction: anchor.transaction ?? anchor.transactions[0]?.hash ?? '',
      confirmations: countConfirmations(anchor, newestBlock),
      confirmations_wanted: settings.get(ledgerSettings.anchorConfirmations),
    }
  }
}
export type Anchoring = ReturnType<typeof createAnchoring>
