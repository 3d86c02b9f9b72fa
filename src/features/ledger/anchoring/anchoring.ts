import type { Notify } from '#feature.ts'
import type { AnchorFault } from '#features/ledger/model.ts'
import type { Clock } from '#platform/clock.ts'
import type { Logger } from '#platform/log.ts'
import type { Poller } from '#platform/poller.ts'
import type { Database } from '#platform/postgres.ts'
import type { LiveSettings } from '#platform/settings/live-settings.ts'
import { Problem } from '#shared/problem.ts'
import { createBeginning } from './beginning.ts'
import { type Chain, ChainError } from './chain.ts'
import { createFaults } from './faults.ts'
import { createFollowing } from './following.ts'
import { createAnchoringHealth } from './health.ts'
import { createPendingStore } from './pending-store.ts'
import { createSpending } from './spending.ts'
import { type AnchoringRow, createStateStore, isAnchoringDue } from './state-store.ts'

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
  const { db, clock, chain } = options
  const state = createStateStore(db)
  const store = createPendingStore(db)
  const spending = createSpending(options)
  const following = createFollowing({ ...options, spending })
  const { begin, findCheckpoint } = createBeginning({ ...options, spending })
  const { readHealth } = createAnchoringHealth({ ...options, spending })
  const faults = createFaults(options)
  const after = (milliseconds: number) => new Date(clock.now().getTime() + milliseconds)

  /** Looks at the chain, and does what is to be done. Returns what hinders it. */
  async function look(known: AnchoringRow): Promise<AnchorFault | undefined> {
    const now = await chain.readState()
    const { chainId } = now
    const names =
      known.chainId === chainId && known.chain !== null
        ? { chain: known.chain, coin: known.coin, explorer: known.explorer }
        : await chain.describe(chainId)
    await state.noteChain(now, names)
    await store.loseOthers(chainId, chain.sender)
    await following.watch(now)
    const pending = await store.listPending()
    let fault: AnchorFault | undefined
    for (const anchor of pending) fault = (await following.follow(anchor, now, pending)) ?? fault
    return (await store.listPending()).length === 0 ? begin({ ...known, ...names, ...now }) : fault
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
    const known = await state.claim(clock.now(), until)
    if (!known) return
    const fault = await look(known).catch((error: unknown) => {
      if (error instanceof ChainError) return error.fault
      throw error
    })
    const since = await faults.note(fault ?? null)
    await state.release(until, after(await findPause(fault, since)))
  }

  const poller: Poller = { name: 'ledger-anchors', everySeconds: 5, isDue: isAnchoringDue, poll }

  /**
   * Anchors the newest checkpoint as soon as possible, whenever the last one was.
   * @throws {Problem} 409 while one is on its way, or when there is nothing new
   */
  async function anchorNow(): Promise<void> {
    if ((await store.listPending()).length > 0) throw new Problem('anchor_pending', 409)
    const [known, checkpoint] = await Promise.all([state.find(), findCheckpoint()])
    const newest = known?.chainId ? await store.findNewest(known.chainId) : undefined
    if (!checkpoint || (newest && newest.size >= checkpoint.size)) throw new Problem('anchor_current', 409)
    await state.ask(clock.now())
  }

  return { poller, anchorNow, readHealth }
}
export type Anchoring = ReturnType<typeof createAnchoring>
