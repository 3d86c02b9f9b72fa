import { keccak_256 } from '@noble/hashes/sha3.js'
import { areSameBytes } from '#shared/cryptography/bytes.ts'
import { encodeInteger, readBytes, readList } from './rlp.ts'

/** The nodes of a trie are none, or lead elsewhere. */
export class TrieError extends Error {}

/** The key of the transaction at a place of a block, in half bytes. */
export const keyOf = (position: number): number[] => toNibbles(encodeInteger(position))

/** Bytes in half bytes, the higher half first. */
const toNibbles = (bytes: Uint8Array): number[] => [...bytes].flatMap((byte) => [byte >> 4, byte & 15])

/** The most nodes that a proof can have: one for each half byte of the longest key, and a last one. */
export const mostNodes = 20

/**
 * Follows the nodes of the trie of a block's transactions from the root to the transaction at a place, and returns it. No
 * transaction is short enough to stand inside another node. @throws {TrieError | RlpError} where they do not lead there
 */
export function findInTrie(root: Uint8Array, position: number, nodes: readonly Uint8Array[]): Uint8Array {
  const key = keyOf(position)
  let hash = root
  for (const [depth, node] of nodes.entries()) {
    if (!areSameBytes(keccak_256(node), hash)) {
      throw new TrieError('a node is not what its hash says')
    }
    const items = readList(node, 17)
    const [first, second] = items
    if (items.length === 17) {
      const child = items[key.shift() ?? items.length]
      if (!child) throw new TrieError('the way ends too early')
      hash = readBytes(child)
    } else if (items.length === 2 && first && second) {
      const { isLeaf, path } = readPath(readBytes(first))
      const way = key.splice(0, path.length)
      if (way.length !== path.length || way.some((nibble, place) => nibble !== path[place])) {
        throw new TrieError('the trie has nothing at that place')
      }
      hash = readBytes(second)
      if (isLeaf && key.length === 0 && depth === nodes.length - 1) return hash
      if (isLeaf) throw new TrieError('the way ends too early')
    } else throw new TrieError('not a node')
  }
  throw new TrieError('the way leads to no transaction')
}

/** Reads a part of a key (Yellow Paper, appendix C). */
function readPath(bytes: Uint8Array): { isLeaf: boolean; path: number[] } {
  const [flags = 4, padding = 0, ...rest] = toNibbles(bytes)
  const isOdd = flags % 2 === 1
  const path = isOdd ? [padding, ...rest] : rest
  const isLeaf = flags >= 2
  // An extension without a path would be a node without a purpose.
  if (flags > 3 || (!isOdd && padding !== 0) || (!isLeaf && path.length === 0)) {
    throw new TrieError('not a part of a key')
  }
  return { isLeaf, path }
}
