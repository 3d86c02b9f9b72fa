import { z } from 'zod'
import { commitTo, writeLeaf } from '#features/ledger/commitment.ts'
import { lastingKinds } from '#features/ledger/model.ts'
import { createLeafStore, type OpenedLeaf } from '#features/ledger/reading/leaf-store.ts'
import { createTileStore } from '#features/ledger/reading/tile-store.ts'
import { hashLeaf } from '#features/ledger/tree/hashing.ts'
import { hashRoot } from '#features/ledger/tree/proofs.ts'
import { edgeOf, extendTiles, findTile, type Tile, tileWidth } from '#features/ledger/tree/tiles.ts'
import type { Database } from '#platform/postgres.ts'

const leavesAtOnce = 10 * tileWidth

/** Makes the function that rebuilds the tree of a size from its leaves, and tells the first place at which it is not what is stored. */
export function createRebuilding(db: Database) {
  const leaves = createLeafStore(db)
  const tileStore = createTileStore(db)

  /** The first of these leaves that was changed, or is missing between the others; undefined when all are right. */
  async function findBroken(start: number, rows: readonly OpenedLeaf[], tiles: readonly Tile[]) {
    const wrong = rows.findIndex((row, position) => !isRight(row, start + position))
    if (wrong !== -1) return start + wrong
    const stored = await tileStore.read(tiles)
    const torn = tiles.find(({ hashes }, position) => !startsWith(stored[position], hashes))
    return torn && torn.index * tileWidth ** (torn.level + 1)
  }

  return async (size: number, root: Buffer): Promise<number | undefined> => {
    let known: Tile[] = []
    let done = 0
    while (done < size) {
      const rows = await leaves.listFrom(done, Math.min(leavesAtOnce, size - done))
      const start = done
      const hashes = rows.map(({ leaf }) => hashLeaf(Buffer.from(leaf.data)))
      if (hashes.length === 0) return start
      const tiles = extendTiles(start, edgeAmong(known, start), hashes)
      const broken = await findBroken(start, rows, tiles)
      if (broken !== undefined) return broken
      done += rows.length
      known = edgeAmong([...tiles, ...known], done)
    }
    const rebuilt = await hashRoot(size, async (places) =>
      places.map((place) => findTile(known, place)?.hashes ?? Buffer.alloc(0)),
    )
    return rebuilt.equals(root) ? undefined : size
  }
}

const Written = z.object({
  commitment: z.string(),
  kind: z.string(),
  time: z.iso.datetime(),
  v: z.literal(1),
})

/** Whether a leaf is at its place, hashes to its hash, and commits to what is stored of it, which some kinds never lose. */
function isRight({ leaf, opening }: OpenedLeaf, index: number): boolean {
  if (leaf.index !== index || !hashLeaf(Buffer.from(leaf.data)).equals(leaf.hash)) return false
  const read = Written.safeParse(parseJson(leaf.data)).data
  if (!read || read.kind !== leaf.kind) return false
  const commitment = Buffer.from(read.commitment, 'hex')
  if (writeLeaf({ kind: leaf.kind, at: new Date(read.time), commitment }) !== leaf.data) return false
  if (!opening) return !lastingKinds.includes(leaf.kind)
  return opening.kind === leaf.kind && commitTo(opening.statement, opening.salt).equals(commitment)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const startsWith = (stored: Buffer | undefined, hashes: Buffer): boolean =>
  stored?.subarray(0, hashes.length).equals(hashes) ?? false

/** The tiles of the right edge of a tree of a size, of those at hand. */
const edgeAmong = (tiles: readonly Tile[], size: number): Tile[] =>
  edgeOf(size).flatMap((place) => findTile(tiles, place) ?? [])
