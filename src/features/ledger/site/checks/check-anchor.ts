import type { LedgerAnchor } from '#features/ledger/contract.ts'
import { LedgerError } from '#shared/transparency-log/ledger-error.ts'
import { type CheckOptions, checkGrowth, readLog } from './run-checks.ts'
import { SourceError } from './source.ts'
import { CheckImpossible } from './steps.ts'

interface AnchorCheckOptions extends CheckOptions {
  onAnchor: (anchor: LedgerAnchor) => void
}

/**
 * Checks the newest anchor: that its account signed a transaction with the checkpoint, that the block named holds it, and that
 * the tree of then is the beginning of the present one. Whether that block is in the chain only the chain can tell.
 * @throws what a step throws
 */
export async function checkAnchor({ onAnchor, ...options }: AnchorCheckOptions): Promise<void> {
  const { source, taker } = options
  const { anchor, origins } = await taker.take('anchor', async () => {
    const log = await readLog(source)
    const newest = log.state.anchor
    if (!newest) throw new CheckImpossible('no_anchor')
    onAnchor(newest)
    return {
      value: { anchor: newest, origins: [log.origin, ...log.state.former_logs.map((log) => log.origin)] },
      facts: { chain: newest.chain, size: newest.size, at: new Date(newest.block.at) },
      evidence: newest.transaction.hash,
    }
  })
  const checkpoint = await taker.take('transaction', async () => {
    const verify = await loadVerification()
    const verified = verify({ ...anchor, proof: null })
    if (!origins.includes(verified.checkpoint.origin))
      throw new LedgerError('origin', 'the checkpoint is of another log')
    const { sender } = anchor.transaction
    return { value: verified.checkpoint, facts: { size: anchor.size }, evidence: sender }
  })
  await taker.take('block', async () => {
    const verify = await loadVerification()
    const { inBlock } = verify(anchor)
    return {
      value: undefined,
      facts: { number: anchor.block.number, at: new Date(anchor.block.at) },
      evidence: anchor.block.hash,
      ...(!inBlock && { variant: 'none' as const }),
    }
  })
  await checkGrowth(checkpoint, options)
}

/** What reads transactions, which the other checks do without. */
async function loadVerification() {
  const loaded = await import('#shared/ethereum/anchor.ts').catch(() => {
    throw new SourceError('unreachable')
  })
  return loaded.verifyAnchor
}
