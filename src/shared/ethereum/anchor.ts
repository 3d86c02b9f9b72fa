import { keccak_256 } from '@noble/hashes/sha3.js'
import { toHex } from '#shared/base58.ts'
import { areSameBytes, parseHex } from '#shared/cryptography/bytes.ts'
import { type Checkpoint, parseCheckpoint } from '#shared/transparency-log/checkpoint.ts'
import { LedgerError } from '#shared/transparency-log/ledger-error.ts'
import { AnchorError, type AnchorPart } from './anchor-error.ts'
import { RlpError, readBytes, readInteger, readList } from './rlp.ts'
import { readTransaction, recoverSender, type SignedTransaction } from './transaction.ts'
import { findInTrie, mostNodes } from './transaction-trie.ts'

/** A checkpoint in an EVM chain: what is checked of it. */
interface Anchor {
  chain_id: number
  size: number
  root_hash: string
  checkpoint_text: string
  transaction: { hash: string; sender: string; raw: string }
  block: { number: number; hash: string; at: string }
  proof: { header: string; position: number; nodes: readonly string[] } | null
}

/** What an anchor proves. */
export interface VerifiedAnchor {
  /** Whether its proof shows that the block holds the transaction; false for an anchor without a proof. */
  inBlock: boolean
  /** What its text says. */
  checkpoint: Checkpoint
}

/** No transaction that nodes pass on is longer, in bytes. */
const longestTransaction = 131_072
const longestHeader = 8192
/** A node has 17 hashes; the last one has the transaction. */
const longestNode = 1024

/**
 * Checks all that needs no node of the chain: that the account signed a transaction for the chain whose data is the text of the
 * checkpoint, and, where there is a proof, that the block of that hash, number and time holds this transaction. Whether the block
 * is in the chain is for a node to say. Not checked: the chain's name, the address to look it up, and the block of an anchor
 * without a proof. @throws {AnchorError} which names what is wrong, for every input
 */
export function verifyAnchor(anchor: Anchor): VerifiedAnchor {
  if (!isObject(anchor) || !isObject(anchor.transaction))
    throw new AnchorError('transaction', 'there is no transaction')
  const raw = readHex(anchor.transaction.raw, longestTransaction, 'transaction')
  if (anchor.transaction.hash !== hashOf(raw)) {
    throw new AnchorError('transaction', 'the transaction is not what its hash says')
  }
  const transaction = inPart('transaction', () => readTransaction(raw))
  checkSender(transaction, anchor.transaction.sender)
  if (!Number.isSafeInteger(anchor.chain_id) || transaction.chainId !== BigInt(anchor.chain_id)) {
    throw new AnchorError('chain', 'the transaction is for another chain')
  }
  const checkpoint = readText(transaction.data, anchor.checkpoint_text)
  if (checkpoint.size !== anchor.size) throw new AnchorError('root', 'the checkpoint is of another size')
  if (toHex(checkpoint.root) !== anchor.root_hash)
    throw new AnchorError('root', 'the checkpoint is of another tree')
  if (anchor.proof !== null) checkBlock(anchor.block, anchor.proof, raw)
  return { inBlock: anchor.proof !== null, checkpoint }
}

function checkSender(transaction: SignedTransaction, sender: string): void {
  let found: string
  try {
    found = recoverSender(transaction)
  } catch {
    throw new AnchorError('sender', 'no account has signed the transaction')
  }
  if (found !== sender) throw new AnchorError('sender', 'another account has signed the transaction')
}

function readText(data: Uint8Array, text: string): Checkpoint {
  let written: string
  try {
    written = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(data)
  } catch {
    throw new AnchorError('text', 'the data of the transaction is no text')
  }
  if (written !== text) throw new AnchorError('text', 'the data of the transaction is another text')
  return inPart('text', () => parseCheckpoint(written))
}

/** Checks that a block holds a transaction. */
function checkBlock(block: Anchor['block'], proof: NonNullable<Anchor['proof']>, raw: Uint8Array): void {
  if (!isObject(block)) throw new AnchorError('block', 'there is no block')
  if (!isObject(proof)) throw new AnchorError('proof', 'not a proof')
  const header = readHex(proof.header, longestHeader, 'block')
  if (block.hash !== hashOf(header)) throw new AnchorError('block', 'the header is not what its hash says')
  const { number, at, root } = inPart('block', () => readHeader(header))
  if (block.number !== number) throw new AnchorError('block', 'the block has another number')
  if (block.at !== at) throw new AnchorError('block', 'the block is of another time')
  const { position, nodes } = proof
  const isProof = Number.isSafeInteger(position) && position >= 0 && Array.isArray(nodes)
  if (!isProof || nodes.length > mostNodes) throw new AnchorError('proof', 'not a proof')
  const path = nodes.map((node, place) =>
    readHex(node, longestNode + (place === nodes.length - 1 ? longestTransaction : 0), 'proof'),
  )
  const held = inPart('proof', () => findInTrie(root, position, path))
  if (!areSameBytes(held, raw)) throw new AnchorError('proof', 'the block has another transaction there')
}

/** Later forks add fields at the end. */
const mostHeaderFields = 64
/** Of a block's number and time, in bytes: what a JavaScript number can hold. */
const longestNumber = 6

/** The fields of a header that are looked at (Yellow Paper, §4.3). @throws {RlpError} */
function readHeader(header: Uint8Array): { number: number; at: string; root: Uint8Array } {
  const fields = readList(header, mostHeaderFields)
  const [root, number, time] = [fields[4], fields[8], fields[11]]
  if (!root || !number || !time || fields.length < 15) throw new RlpError('a header has too few fields')
  for (const field of fields) readBytes(field)
  const moment = new Date(Number(readInteger(time, longestNumber)) * 1000)
  if (Number.isNaN(moment.getTime())) throw new RlpError('not a time')
  return {
    number: Number(readInteger(number, longestNumber)),
    at: moment.toISOString(),
    root: readBytes(root),
  }
}

/** Names the part for what is thrown by those who read formats. */
function inPart<T>(part: AnchorPart, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof RlpError || error instanceof LedgerError) throw new AnchorError(part, error.message)
    throw error
  }
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null

const hashOf = (bytes: Uint8Array) => `0x${toHex(keccak_256(bytes))}`

function readHex(text: unknown, longest: number, part: AnchorPart): Uint8Array {
  const bytes =
    typeof text === 'string' && text.startsWith('0x') && text.length <= 2 + 2 * longest
      ? parseHex(text.slice(2))
      : undefined
  if (!bytes) throw new AnchorError(part, 'not bytes in hex')
  return bytes
}
