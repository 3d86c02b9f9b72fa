import { hashLength, hashPerfectTree } from './hashing.ts'

/** The hashes in a full tile, and the leaves of one of level 0 (C2SP tlog-tiles). */
export const tileWidth = 256

/** Where a tile is: `level` 0 has the hashes of leaves, each hash of the next level is that of a full tile below. */
export interface TilePlace {
  level: number
  index: number
}

/** A tile with as many hashes as there are yet. */
export interface Tile extends TilePlace {
  hashes: Buffer
}

/** How many hashes a level of a tree has. Exact up to the largest safe integer. */
export function countHashes(size: number, level: number): number {
  return Math.floor(size / tileWidth ** level)
}

/** The hash at a position of a tile. @throws {RangeError} when the tile does not reach so far */
export function hashAt(tile: Buffer, position: number): Buffer {
  const from = position * hashLength
  if (from + hashLength > tile.length) throw new RangeError('the tile ends before this hash')
  return tile.subarray(from, from + hashLength)
}

/** The tile at a place; of two, the first. */
export function findTile(tiles: readonly Tile[], place: TilePlace): Tile | undefined {
  return tiles.find(({ level, index }) => level === place.level && index === place.index)
}

/** The tiles that adding to a tree of a size changes and whose earlier hashes are therefore needed: those of its right edge. */
export function edgeOf(size: number): TilePlace[] {
  const edge: TilePlace[] = []
  for (let level = 0; countHashes(size, level) > 0; level++) {
    const count = countHashes(size, level)
    if (count % tileWidth > 0) edge.push({ level, index: Math.floor(count / tileWidth) })
  }
  return edge
}

/**
 * Adds the hashes of leaves to a tree.
 * @param size the leaves before
 * @param edge its tiles at the places of `edgeOf`
 * @returns every tile that has changed or is new
 */
export function extendTiles(size: number, edge: readonly Tile[], leaves: readonly Buffer[]): Tile[] {
  const changed: Tile[] = []
  let added = leaves
  for (let level = 0; added.length > 0; level++) {
    const before = countHashes(size, level)
    const first = Math.floor(before / tileWidth)
    const start = edge.find((tile) => tile.level === level && tile.index === first)?.hashes ?? Buffer.alloc(0)
    if (start.length !== (before % tileWidth) * hashLength)
      throw new RangeError('a tile of the right edge is missing')
    const hashes = Buffer.concat([start, ...added])
    const full: Buffer[] = []
    const length = tileWidth * hashLength
    for (let from = 0; from < hashes.length; from += length) {
      const tile = hashes.subarray(from, from + length)
      changed.push({ level, index: first + from / length, hashes: tile })
      if (tile.length === length) full.push(hashPerfectTree(splitTile(tile)))
    }
    added = full
  }
  return changed
}

/** The hashes of a tile. */
export function splitTile(tile: Buffer): Buffer[] {
  return Array.from({ length: tile.length / hashLength }, (_, position) => hashAt(tile, position))
}

/** Makes the function that reads tiles from those at hand; of two at one place, the first. */
export const readTilesFrom =
  (tiles: readonly Tile[]) =>
  async (places: readonly TilePlace[]): Promise<Buffer[]> =>
    places.map((place) => {
      const tile = findTile(tiles, place)
      if (!tile) throw new RangeError('a tile of the ledger is missing')
      return tile.hashes
    })
