import { and, eq, or } from 'drizzle-orm'
import { ledgerTiles } from '#features/ledger/table.ts'
import type { Tile, TilePlace } from '#features/ledger/tree/tiles.ts'
import type { Database } from '#platform/postgres.ts'

/** The queries on tiles. */
export function createTileStore(db: Database) {
  /** The tiles at some places, in any order, each as long as it is stored. */
  async function list(places: readonly TilePlace[]): Promise<Tile[]> {
    if (places.length === 0) return []
    const { level, index } = ledgerTiles
    const isAt = (place: TilePlace) => and(eq(level, place.level), eq(index, place.index))
    return db
      .select()
      .from(ledgerTiles)
      .where(or(...places.map(isAt)))
  }

  return {
    list,

    /** The hashes of tiles in the order of the places; none for a tile that does not exist. */
    async read(places: readonly TilePlace[]): Promise<Buffer[]> {
      const stored = new Map(
        (await list(places)).map(({ level, index, hashes }) => [`${level}/${index}`, hashes]),
      )
      return places.map(({ level, index }) => stored.get(`${level}/${index}`) ?? Buffer.alloc(0))
    },
  }
}
