import { areSameBytes } from '#shared/cryptography/bytes.ts'
import { LedgerError } from './ledger-error.ts'
import { type Bytes, GrowingTree, hashLeaf, hashLength } from './tree.ts'

/** How many hashes a full tile holds, and entries a full bundle (C2SP tlog-tiles). */
export const tileWidth = 256

/** A tile or a bundle of entries, by its address below that of the log. */
export interface TileAddress {
  level: number | 'entries'
  index: number
  /** How many it holds: 256, or fewer at the right edge. */
  width: number
}

/** The address of a tile below the log's, such as `tile/0/x001/234.p/8` (C2SP tlog-tiles). */
export function tilePath({ level, index, width }: TileAddress): string {
  const groups = String(index)
    .padStart(Math.ceil(String(index).length / 3) * 3, '0')
    .match(/.{3}/g)
  const path = (groups ?? []).map((group, place, { length }) => (place < length - 1 ? `x${group}` : group))
  return `tile/${level}/${path.join('/')}${width < tileWidth ? `.p/${width}` : ''}`
}

/** The tiles of a level, or the bundles of entries, of a tree of a size. */
export function listTiles(level: number | 'entries', size: number): TileAddress[] {
  const count = Math.floor(size / (level === 'entries' ? 1 : tileWidth ** level))
  const tiles: TileAddress[] = []
  for (let index = 0; index * tileWidth < count; index++) {
    tiles.push({ level, index, width: Math.min(tileWidth, count - index * tileWidth) })
  }
  return tiles
}

/** The last tile of each level that is not full, the topmost first: what the root can be made of. */
export function listRightEdge(size: number): TileAddress[] {
  const tiles: TileAddress[] = []
  for (let level = 0, count = size; count > 0; level++, count = Math.floor(count / tileWidth)) {
    const width = count % tileWidth
    if (width > 0) tiles.unshift({ level, index: Math.floor(count / tileWidth), width })
  }
  return tiles
}

/** The hashes of a tile. @throws {LedgerError} when it has another length than its address says */
export function parseTile(bytes: Bytes, { width }: TileAddress): Bytes[] {
  if (bytes.length !== width * hashLength) throw new LedgerError('tiles', 'a tile has another length')
  return Array.from({ length: width }, (_, place) =>
    bytes.slice(place * hashLength, (place + 1) * hashLength),
  )
}

/** The entries of a bundle: each a length in two bytes, the larger first, and that many bytes. @throws {LedgerError} */
export function parseEntries(bytes: Bytes, { width }: TileAddress): Bytes[] {
  const entries: Bytes[] = []
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let offset = 0
  while (offset < bytes.length) {
    const end = offset + 2 <= bytes.length ? offset + 2 + view.getUint16(offset) : Number.POSITIVE_INFINITY
    if (end > bytes.length) throw new LedgerError('tiles', 'a bundle of entries is cut off')
    entries.push(bytes.slice(offset + 2, end))
    offset = end
  }
  if (entries.length !== width) throw new LedgerError('tiles', 'a bundle has another number of entries')
  return entries
}

/** Fetches a tile or a bundle. */
export type ReadTile = (tile: TileAddress) => Promise<Bytes>

/** The root of a tree from the tiles of a list: all of level 0, or the right edge. @throws {LedgerError} */
export async function computeRoot(tiles: readonly TileAddress[], readTile: ReadTile): Promise<Bytes> {
  const tree = new GrowingTree()
  for (const tile of tiles) {
    const leaves = tile.level === 'entries' ? 1 : tileWidth ** tile.level
    for (const hash of parseTile(await readTile(tile), tile)) await tree.append(hash, leaves)
  }
  return tree.root()
}

/** Checks that the hashes of a tile of level 0 are those of the entries in its bundle. @throws {LedgerError} */
export async function verifyEntries(tile: TileAddress, readTile: ReadTile): Promise<void> {
  const hashes = parseTile(await readTile(tile), tile)
  const bundle: TileAddress = { ...tile, level: 'entries' }
  const entries = parseEntries(await readTile(bundle), bundle)
  for (const [place, entry] of entries.entries()) {
    const hash = hashes[place]
    if (!hash || !areSameBytes(await hashLeaf(entry), hash)) {
      throw new LedgerError('entry', 'an entry is not what its hash says')
    }
  }
}
