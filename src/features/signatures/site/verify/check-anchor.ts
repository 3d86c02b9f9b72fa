import { verifyLeafIn } from '#features/ledger/site/parts/verification/leaf.ts'
import type { CertificateAnchor } from '#features/signatures/contract.ts'
import { verifyAnchor } from '#shared/ethereum/anchor.ts'
import { AnchorError, type AnchorPart } from '#shared/ethereum/anchor-error.ts'
import { LedgerError } from '#shared/transparency-log/ledger-error.ts'
import { CheckError, type Found, type Reason } from './steps.ts'

const ofParts: Record<AnchorPart, Reason> = {
  transaction: 'anchor_transaction',
  sender: 'anchor_sender',
  chain: 'anchor_chain',
  text: 'anchor_text',
  root: 'anchor_text',
  block: 'anchor_block',
  proof: 'anchor_block',
}

/**
 * Checks that a transaction carries a checkpoint whose tree has the entry of a certificate, and where the anchor has a proof
 * of it, that the block holds this transaction. Whether the chain has the block only somebody who asks the chain can tell.
 */
export async function checkAnchor(
  anchor: CertificateAnchor,
  leaf: { index: number; hash: Uint8Array<ArrayBuffer> },
): Promise<Found> {
  const { inBlock, checkpoint } = verify(anchor)
  try {
    await verifyLeafIn(checkpoint, leaf, anchor.inclusion)
  } catch (error) {
    throw error instanceof LedgerError ? new CheckError('failed', 'anchor_inclusion') : error
  }
  const { chain, block, transaction } = anchor
  return {
    facts: { chain, id: String(anchor.chain_id), block: block.number, date: new Date(block.at) },
    evidence: block.hash,
    ...(!inBlock && { variant: 'told' }),
    ...(isWebAddress(transaction.url) && { link: transaction.url }),
  }
}

function verify(anchor: CertificateAnchor) {
  try {
    return verifyAnchor(anchor)
  } catch (error) {
    throw error instanceof AnchorError ? new CheckError('failed', ofParts[error.part]) : error
  }
}

/** Of a file that anybody may have written, any other scheme could be a script. */
const isWebAddress = (url: string | null): url is string => url !== null && /^https?:\/\//.test(url)
