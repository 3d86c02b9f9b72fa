import { createHash } from 'node:crypto'

/** The bytes of a hash (SHA-256). */
export const hashLength = 32

/** The hash of the empty tree (RFC 9162 §2.1.1). */
export const emptyRoot = createHash('sha256').digest()

/** The hash of a leaf: SHA-256 of 0x00 and its data (RFC 9162 §2.1.1). */
export function hashLeaf(data: Uint8Array): Buffer {
  return createHash('sha256').update(Buffer.of(0)).update(data).digest()
}

/** The hash of a node: SHA-256 of 0x01 and the hashes of its children (RFC 9162 §2.1.1). */
export function hashNode(left: Uint8Array, right: Uint8Array): Buffer {
  return createHash('sha256').update(Buffer.of(1)).update(left).update(right).digest()
}

/** The hash over some hashes of one height, whose number is a power of two. */
export function hashPerfectTree(hashes: readonly Buffer[]): Buffer {
  let level = hashes
  while (level.length > 1) {
    level = Array.from({ length: level.length / 2 }, (_, index) =>
      hashNode(level[2 * index] ?? emptyRoot, level[2 * index + 1] ?? emptyRoot),
    )
  }
  const [root] = level
  if (!root) throw new RangeError('a tree without leaves has no nodes')
  return root
}
