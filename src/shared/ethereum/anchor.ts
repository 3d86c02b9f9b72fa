import { keccak_256 } from '@noble/hashes/sha3.js'
import { toHex } from '#shared/base58.ts'
import { areSameBytes, parseHex } from '#shared/cryptography/bytes.ts'
import { type Checkpoint, parseCheckpoint } from '#shared/transparency-log/checkpoint.ts'
import { AnchorError, type AnchorPart } from './anchor-error.ts'
import { RlpError, readBytes, readInteger, readList } from './rlp.ts'
import { readTransaction, recoverSender } from './transaction.ts'
import { findInTrie, mostNodes } from './transaction-trie.ts'

/** A checkpoint in an EVM chain: what is checked of it. */
interface Anchor {
  chain_id: number
  size: number
  root_hash: string
  checkpoint_text: string
  transaction: { hash: string; sender: string; raw: string }
  block: { number: number; hash: string; at: string }
  proof: BlockProof | null
}

interface BlockProof {
  header: string
  position: number
  nodes: readonly string[]
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
  check('transaction', isObject(anchor) && isObject(anchor.transaction), 'there is no transaction')
  const { hash, sender } = anchor.transaction
  const raw = readHex(anchor.transaction.raw, longestTransaction, 'transaction')
  check('transaction', hash === hashOf(raw), 'the transaction is not what its hash says')
  const { chainId, data, ...signed } = inPart('transaction', () => readTransaction(raw))
  const found = inPart('sender', () => recoverSender(signed))
  check('sender', found === sender, 'another account has signed the transaction')
  const isOfChain = Number.isSafeInteger(anchor.chain_id) && chainId === BigInt(anchor.chain_id)
  check('chain', isOfChain, 'the transaction is for another chain')
  const text = inPart('text', () => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(data))
  check('text', text === anchor.checkpoint_text, 'the data of the transaction is another text')
  const checkpoint = inPart('text', () => parseCheckpoint(text))
  check('root', checkpoint.size === anchor.size, 'the checkpoint is of another size')
  check('root', toHex(checkpoint.root) === anchor.root_hash, 'the checkpoint is of another tree')
  if (anchor.proof !== null) verifyBlock(anchor.block, anchor.proof, raw)
  return { inBlock: anchor.proof !== null, checkpoint }
}

/** Checks that a block holds a transaction. */
function verifyBlock(block: Anchor['block'], proof: BlockProof, raw: Uint8Array): void {
  check('block', isObject(block), 'there is no block')
  check('proof', isObject(proof), 'there is no proof')
  const header = readHex(proof.header, longestHeader, 'block')
  check('block', block.hash === hashOf(header), 'the header is not what its hash says')
  const { number, at, root } = inPart('block', () => readHeader(header))
  check('block', block.number === number, 'the block has another number')
  check('block', block.at === at, 'the block is of another time')
  const { position, nodes } = proof
  check('proof', Number.isSafeInteger(position) && position >= 0, 'not a place in a block')
  check('proof', Array.isArray(nodes) && nodes.length <= mostNodes, 'these are no nodes')
  const path = nodes.map((node, place) =>
    readHex(node, longestNode + (place === nodes.length - 1 ? longestTransaction : 0), 'proof'),
  )
  const held = inPart('proof', () => findInTrie(root, position, path))
  check('proof', areSameBytes(held, raw), 'the block has another transaction there')
}

/** Later forks add fields at the end. */
const mostHeaderFields = 64
/** Of a block's number and time, in bytes: what a JavaScript number can hold. */
const longestNumber = 6

/** The fields of a header that are looked at (Yellow Paper, §4.3). */
function readHeader(header: Uint8Array): { number: number; at: string; root: Uint8Array } {
  const fields = readList(header, mostHeaderFields)
  const [root, number, time] = [fields[4], fields[8], fields[11]]
  if (!root || !number || !time || fields.length < 15) throw new RlpError('a header has too few fields')
  for (const field of fields) readBytes(field)
  const moment = new Date(Number(readInteger(time, longestNumber)) * 1000)
  return {
    ...{ number: Number(readInteger(number, longestNumber)), root: readBytes(root) },
    // This throws for what is no time.
    at: moment.toISOString(),
  }
}

function check(part: AnchorPart, isRight: boolean, otherwise: string): void {
  if (!isRight) throw new AnchorError(part, otherwise)
}

/** Names the part for whatever the readers of formats throw. */
function inPart<T>(part: AnchorPart, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new AnchorError(part, String(error))
  }
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null

const hashOf = (bytes: Uint8Array) => `0x${toHex(keccak_256(bytes))}`

function readHex(text: unknown, longest: number, part: AnchorPart): Uint8Array {
  const isShort = typeof text === 'string' && text.startsWith('0x') && text.length <= 2 + 2 * longest
  const bytes = isShort ? parseHex(text.slice(2)) : undefined
  if (!bytes) throw new AnchorError(part, 'not bytes in hex')
  return bytes
}
