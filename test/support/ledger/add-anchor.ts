import { desc } from 'drizzle-orm'
import { type Hex, keccak256, numberToHex, stringToHex, toRlp } from 'viem'
import type { BlockProof } from '#features/ledger/contract.ts'
import { ledgerAnchors, ledgerAnchorTransactions, ledgerCheckpoints } from '#features/ledger/table.ts'
import type { TestApp } from '../build-app.ts'
import { anvilAccount } from './anchors.ts'

const zeros = (bytes: number): Hex => `0x${'00'.repeat(bytes)}`

/** A block that holds a transaction alone, at a time in seconds. */
function blockOf(raw: Hex, number: number, seconds: number) {
  // The trie of one transaction is a leaf: the mark of a leaf with an even path, and the nibbles of RLP of 0.
  const leaf = toRlp(['0x2080', raw])
  const header = toRlp([
    ...[zeros(32), zeros(32), zeros(20), zeros(32), keccak256(leaf), zeros(32), zeros(256)],
    ...(['0x', numberToHex(number), '0x1c9c380', '0x5208', numberToHex(seconds)] as const).map(evenHex),
    ...(['0x', zeros(32), zeros(8), evenHex('0x7')] as const),
  ])
  const proof: BlockProof = { header, position: 0, nodes: [leaf] }
  return { hash: keccak256(header), proof }
}

const evenHex = (hex: Hex): Hex => (hex.length % 2 ? `0x0${hex.slice(2)}` : hex)

interface AddedAnchor {
  chainId?: number
  chain?: string
  /** False: the chain's node did not tell enough for a proof. */
  withProof?: boolean
  explorer?: string | null
}

/** Anchors the newest checkpoint in a chain that only this transaction has: signed and confirmed; returns the size of its tree. */
export async function addAnchor(
  { db, clock }: Pick<TestApp, 'db' | 'clock'>,
  { chainId = 11_155_111, chain = 'Sepolia', withProof = true, ...rest }: AddedAnchor = {},
): Promise<number> {
  const { explorer = 'https://explorer.example/tx/{transaction}' } = rest
  const [checkpoint] = await db
    .select()
    .from(ledgerCheckpoints)
    .orderBy(desc(ledgerCheckpoints.size))
    .limit(1)
  if (!checkpoint) throw new Error('there is no checkpoint to anchor')
  const account = anvilAccount(0)
  const nonce = await db.$count(ledgerAnchors)
  const checkpointText = `${checkpoint.note.split('\n\n')[0]}\n`
  const raw = await account.signTransaction({
    ...{ type: 'eip1559', chainId, nonce, to: account.address, data: stringToHex(checkpointText) },
    ...{ gas: 100_000n, maxFeePerGas: 3_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n },
  })
  const seconds = Math.floor(clock.now().getTime() / 1000)
  const block = blockOf(raw, 7_000_000 + nonce, seconds)
  const transaction = keccak256(raw)
  const at = new Date(seconds * 1000)
  const [anchor] = await db
    .insert(ledgerAnchors)
    .values({
      ...{ chainId, chain, explorer, size: checkpoint.size, checkpointText, sender: account.address, nonce },
      ...{ state: 'confirmed', createdAt: at, sentAt: at, transaction, blockNumber: 7_000_000 + nonce },
      ...{ blockHash: block.hash, blockAt: at, proof: withProof ? block.proof : null },
      ...{ spent: 60_000_000_000_000n, confirmedAt: at },
    })
    .returning()
  if (!anchor) throw new Error('the anchor was not stored')
  await db.insert(ledgerAnchorTransactions).values({
    ...{ hash: transaction, anchorId: anchor.id, raw, most: 300_000_000_000_000n, createdAt: at },
  })
  return checkpoint.size
}
