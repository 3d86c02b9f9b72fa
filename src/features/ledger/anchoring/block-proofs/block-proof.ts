import { keccak_256 } from '@noble/hashes/sha3.js'
import type { BlockProof } from '#features/ledger/contract.ts'
import { RlpError } from '#shared/ethereum/rlp.ts'
import { findInTrie, TrieError } from '#shared/ethereum/transaction-trie.ts'
import { asTold, encodeHeader, encodeTransaction, type Told, UnknownForm } from './block-encoding.ts'
import { proveInTrie } from './ordered-trie.ts'
import { createTurns } from './turns.ts'

/** Asks a node (EIP-1193). */
export type BlockRequest = (call: {
  method: 'eth_getBlockByHash'
  params: [hash: `0x${string}`, full: boolean]
}) => Promise<unknown>

/** Blocks that are larger get no proof: it would take seconds. */
const most = { transactions: 20_000, bytes: 32 * 1024 * 1024 }

/**
 * Makes proofs that a block holds a transaction from what a node tells of the block. A node can tell a block wrongly, and chains
 * have blocks and transactions of their own kinds: what does not lead to the hash of the block is no proof.
 */
export function createBlockProofs({ request }: { request: BlockRequest }) {
  /** @returns undefined where no proof can be made; @throws what `request` throws */
  return async (blockHash: string, transactionHash: string): Promise<BlockProof | undefined> => {
    const block = await request({ method: 'eth_getBlockByHash', params: [`0x${blockHash.slice(2)}`, true] })
    try {
      return await prove(asTold(block), blockHash, transactionHash)
    } catch (error) {
      if ([UnknownForm, TrieError, RlpError].some((kind) => error instanceof kind)) return undefined
      throw error
    }
  }
}

async function prove(
  block: Told,
  blockHash: string,
  transactionHash: string,
): Promise<BlockProof | undefined> {
  const header = encodeHeader(block)
  if (hashOf(header) !== blockHash) return undefined
  const transactions = await encodeTransactions(block.transactions)
  const position = transactions.findIndex(({ hash }) => hash === transactionHash)
  const raw = transactions[position]?.raw
  if (!raw || hashOf(raw) !== transactionHash) return undefined
  const { root, nodes } = await proveInTrie(
    transactions.map((transaction) => transaction.raw),
    position,
  )
  if (toHex(root) !== block.transactionsRoot) return undefined
  // As everybody will check it.
  if (!Buffer.from(raw).equals(findInTrie(root, position, nodes))) return undefined
  return { header: toHex(header), position, nodes: nodes.map(toHex) }
}

async function encodeTransactions(told: unknown): Promise<{ hash: unknown; raw: Uint8Array }[]> {
  if (!Array.isArray(told) || told.length > most.transactions) throw new UnknownForm('transactions')
  const encoded: { hash: unknown; raw: Uint8Array }[] = []
  const takeTurns = createTurns()
  let bytes = 0
  for (const one of told) {
    const transaction = asTold(one)
    const raw = encodeTransaction(transaction)
    bytes += raw.length
    if (bytes > most.bytes) throw new UnknownForm('too many bytes')
    encoded.push({ hash: transaction.hash, raw })
    await takeTurns()
  }
  return encoded
}

const toHex = (bytes: Uint8Array) => `0x${Buffer.from(bytes).toString('hex')}`

const hashOf = (bytes: Uint8Array) => toHex(keccak_256(bytes))
