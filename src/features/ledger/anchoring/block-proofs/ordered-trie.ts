import { keccak_256 } from '@noble/hashes/sha3.js'
import { encodeBytes, encodeList } from '#shared/ethereum/rlp.ts'
import { keyOf } from '#shared/ethereum/transaction-trie.ts'
import { createTurns } from './turns.ts'

// The Merkle Patricia trie of a list (Ethereum Yellow Paper, appendix D): each value under its place in the list, in RLP.
// It is built once, from all values: nothing is ever added to it.

interface Entry {
  key: readonly number[]
  value: Uint8Array
  /** Whether the proof is of this one. */
  isWanted: boolean
}

/** The root of the trie of some values, and the nodes from the root to the value at a place. */
export async function proveInTrie(
  values: readonly Uint8Array[],
  place: number,
): Promise<{ root: Uint8Array; nodes: Uint8Array[] }> {
  const nodes: Uint8Array[] = []
  const takeTurns = createTurns()

  async function build(entries: readonly Entry[], depth: number): Promise<Uint8Array> {
    await takeTurns()
    const [first] = entries
    if (!first) return encodeBytes(Buffer.of())
    if (entries.length === 1) {
      return encodeList([encodeBytes(packPath(first.key.slice(depth), true)), encodeBytes(first.value)])
    }
    const shared = countShared(entries, depth)
    if (shared > 0) {
      const below = await refer(entries, depth + shared)
      return encodeList([encodeBytes(packPath(first.key.slice(depth, depth + shared), false)), below])
    }
    const children: Uint8Array[] = []
    const byNibble = Map.groupBy(entries, ({ key }) => key[depth])
    // No key is the beginning of another one, so that a branch has no value of its own.
    for (let nibble = 0; nibble < 17; nibble += 1) {
      children.push(await refer(byNibble.get(nibble) ?? [], depth + 1))
    }
    return encodeList(children)
  }

  /** What stands for a node in the one above it: its hash, or itself where that is shorter. */
  async function refer(entries: readonly Entry[], depth: number): Promise<Uint8Array> {
    const node = await build(entries, depth)
    if (node.length < 32) return node
    if (entries.some(({ isWanted }) => isWanted)) nodes.unshift(node)
    return encodeBytes(keccak_256(node))
  }

  const root = await build(
    values.map((value, index) => ({ key: keyOf(index), value, isWanted: index === place })),
    0,
  )
  return { root: keccak_256(root), nodes: [root, ...nodes] }
}

/** How many half bytes all keys have in common from a depth on. */
function countShared(entries: readonly Entry[], depth: number): number {
  const [first] = entries
  let shared = 0
  while (first && entries.every(({ key }) => key[depth + shared] === first.key[depth + shared])) shared += 1
  return shared
}

/** A part of a key in bytes, with what ends there (Yellow Paper, appendix C). */
function packPath(path: readonly number[], isLeaf: boolean): Uint8Array {
  const flags = (isLeaf ? 2 : 0) + (path.length % 2)
  const nibbles = path.length % 2 === 1 ? [flags, ...path] : [flags, 0, ...path]
  return Buffer.from(nibbles.map((nibble) => nibble.toString(16)).join(''), 'hex')
}
