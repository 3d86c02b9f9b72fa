import { hashLength } from '#features/ledger/tree/hashing.ts'
import { countHashes, tileWidth } from '#features/ledger/tree/tiles.ts'
import type { Database } from '#platform/postgres.ts'
import { Problem } from '#shared/problem.ts'
import { createHeadStore } from './head-store.ts'
import { createLeafStore } from './leaf-store.ts'
import { readTilePath } from './tile-path.ts'
import { createTileStore } from './tile-store.ts'

/** The tree as files that never change (C2SP tlog-tiles): hashes in tiles, and entries in bundles. */
export function createTileFiles({ db }: { db: Database }) {
  const heads = createHeadStore(db)
  const leaves = createLeafStore(db)
  const tiles = createTileStore(db)
  return {
    /** The file at a path below `/ledger/tile/`. @throws {Problem} 404 while the tree does not reach so far */
    async getFile(path: string): Promise<Buffer> {
      const request = readTilePath(path)
      if (!request) throw new Problem('not_found', 404)
      const { level, index, width } = request
      const { size } = await heads.getHead()
      const count = countHashes(size, level === 'entries' ? 0 : level)
      if (index * tileWidth + width > count) throw new Problem('not_found', 404)
      if (level === 'entries') {
        const rows = await leaves.listFrom(index * tileWidth, width)
        return Buffer.concat(rows.map(({ leaf }) => prefixLength(Buffer.from(leaf.data))))
      }
      const [hashes = Buffer.alloc(0)] = await tiles.read([{ level, index }])
      return hashes.subarray(0, width * hashLength)
    },
  }
}
export type TileFiles = ReturnType<typeof createTileFiles>

/** An entry after its length in two bytes, the higher first. */
function prefixLength(entry: Buffer): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(entry.length)
  return Buffer.concat([length, entry])
}
