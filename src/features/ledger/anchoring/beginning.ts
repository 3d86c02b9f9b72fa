import { writeCheckpointText } from '#features/ledger/checkpoints/checkpoint.ts'
import type { AnchorFault } from '#features/ledger/model.ts'
import { createHeadStore } from '#features/ledger/reading/head-store.ts'
import { ledgerSettings } from '#features/ledger/settings.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import type { LiveSettings } from '#platform/settings/live-settings.ts'
import type { Chain, ChainState } from './chain.ts'
import { createPendingStore } from './pending-store.ts'
import type { Spending } from './spending.ts'
import { type AnchoringRow, createStateStore } from './state-store.ts'

const hour = 3_600_000

interface BeginningOptions {
  db: Database
  chain: Chain
  spending: Spending
  clock: Clock
  settings: Pick<LiveSettings, 'get'>
}

/** Puts the newest checkpoint on its way to the chain. */
export function createBeginning({ db, chain, spending, clock, settings }: BeginningOptions) {
  const store = createPendingStore(db)
  const state = createStateStore(db)
  const head = createHeadStore(db)

  /** The newest checkpoint and the name of the log; none while the ledger is empty. */
  async function findCheckpoint() {
    const { origin, size } = await head.getHead()
    const checkpoint = await head.findCheckpoint(size)
    return checkpoint && { ...checkpoint, origin }
  }

  /** Anchors the newest checkpoint if it is time. Returns what hinders it. @throws {ChainError} */
  async function begin(known: AnchoringRow & ChainState): Promise<AnchorFault | undefined> {
    const { chainId, chain: name, explorer } = known
    const { size, root, origin } = (await findCheckpoint()) ?? {}
    if (size === undefined || root === undefined || !origin || name === null) return undefined
    const newest = await store.findNewest(chainId)
    if (newest && newest.size >= size) {
      await state.forgetAsked()
      return undefined
    }
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

  return { begin, findCheckpoint }
}
