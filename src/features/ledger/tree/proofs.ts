import { emptyRoot, hashNode, hashPerfectTree } from './hashing.ts'
import { hashAt, type TilePlace, tileWidth } from './tiles.ts'

/** Neighbouring leaves: from the first, up to and without the last. */
interface Range {
  from: number
  to: number
}

/** Reads tiles by their places, each as long as it is stored. The answer has the order of the places. */
export type ReadTiles = (places: readonly TilePlace[]) => Promise<Buffer[]>

/** The largest power of two that is less than a number above 1. Without bit operations, which end at 32 bits. */
function splitOf(count: number): number {
  let split = 1
  while (split * 2 < count) split *= 2
  return split
}

/** The ranges whose hashes prove that a leaf is in a tree, from the leaf upwards (RFC 9162 §2.1.3.1). */
export function planInclusion(index: number, size: number): Range[] {
  const path: Range[] = []
  let { from, to }: Range = { from: 0, to: size }
  while (to - from > 1) {
    const middle = from + splitOf(to - from)
    if (index < middle) {
      path.push({ from: middle, to })
      to = middle
    } else {
      path.push({ from, to: middle })
      from = middle
    }
  }
  return path.reverse()
}

/** The ranges whose hashes prove that a tree begins with an earlier one of at least one leaf (RFC 9162 §2.1.4.1). */
export function planConsistency(first: number, second: number): Range[] {
  if (first === 0 || first === second) return []
  const path: Range[] = []
  let { from, to }: Range = { from: 0, to: second }
  let isWhole = true
  while (first !== to) {
    const middle = from + splitOf(to - from)
    if (first <= middle) {
      path.push({ from: middle, to })
      to = middle
    } else {
      path.push({ from, to: middle })
      from = middle
      isWhole = false
    }
  }
  // The hash of the earlier tree itself is known to who asks, unless it is only a part of it.
  if (!isWhole) path.push({ from, to })
  return path.reverse()
}

/** A complete subtree: 2^height leaves, the `index`-th such. */
interface Subtree {
  height: number
  index: number
}

/** The complete subtrees of a range that begins where one of its size may begin, from the left. */
function subtreesOf({ from, to }: Range): Subtree[] {
  const subtrees: Subtree[] = []
  let start = from
  while (start < to) {
    let height = 0
    while (start + 2 ** (height + 1) <= to && start % 2 ** (height + 1) === 0) height++
    subtrees.push({ height, index: start / 2 ** height })
    start += 2 ** height
  }
  return subtrees
}

const tileHeight = Math.log2(tileWidth)

/** The tile that has the hashes right below or at a subtree's root, and which of them. */
function locate({ height, index }: Subtree): TilePlace & { from: number; count: number } {
  const level = Math.floor(height / tileHeight)
  const count = 2 ** (height % tileHeight)
  const first = index * count
  return { level, count, index: Math.floor(first / tileWidth), from: first % tileWidth }
}

/** The hashes of ranges, from the stored tiles, which are read at once. */
export async function hashRanges(ranges: readonly Range[], readTiles: ReadTiles): Promise<Buffer[]> {
  const parts = ranges.map((range) => subtreesOf(range).map(locate))
  const keyOf = ({ level, index }: TilePlace) => `${level}/${index}`
  const places = new Map(parts.flat().map((part) => [keyOf(part), part]))
  const read = await readTiles([...places.values()])
  const tiles = new Map([...places.keys()].map((key, position) => [key, read[position]]))
  return parts.map((part) =>
    part
      .map((place) => {
        const tile = tiles.get(keyOf(place))
        if (!tile) throw new RangeError('a tile is missing')
        return hashPerfectTree(
          Array.from({ length: place.count }, (_, offset) => hashAt(tile, place.from + offset)),
        )
      })
      .reduceRight((right, left) => hashNode(left, right)),
  )
}

/** The root of the tree of a size. */
export async function hashRoot(size: number, readTiles: ReadTiles): Promise<Buffer> {
  if (size === 0) return emptyRoot
  const [root = emptyRoot] = await hashRanges([{ from: 0, to: size }], readTiles)
  return root
}
