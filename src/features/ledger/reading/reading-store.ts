import { and, asc, desc, eq, getColumns, gte, lt, or, sql } from 'drizzle-orm'
import type { LeafKind } from '#features/ledger/model.ts'
import {
  ledgerCheckpoints,
  ledgerCosignatures,
  ledgerDays,
  ledgerHead,
  ledgerLeaves,
  ledgerOpenings,
  ledgerQueue,
  ledgerTiles,
} from '#features/ledger/table.ts'
import type { TilePlace } from '#features/ledger/tree/tiles.ts'
import type { Database } from '#platform/postgres.ts'

export type LeafRow = typeof ledgerLeaves.$inferSelect
export type OpeningRow = typeof ledgerOpenings.$inferSelect
export type CheckpointRow = typeof ledgerCheckpoints.$inferSelect

/** The queries on the tree and its checkpoints. */
export function createLedgerStore(db: Database) {
  return {
    async getHead() {
      const [head] = await db.select().from(ledgerHead)
      if (!head) throw new Error('the head of the ledger is missing')
      return head
    },

    async noteCheck(found: { checkedAt: Date; checkedTo: number; brokenAt: number | null }): Promise<void> {
      await db.update(ledgerHead).set(found)
    },

    countQueued: () => db.$count(ledgerQueue),

    /** The newest checkpoint of at most a size; none while the ledger is empty. */
    async findCheckpoint(size = Number.MAX_SAFE_INTEGER): Promise<CheckpointRow | undefined> {
      const [row] = await db
        .select()
        .from(ledgerCheckpoints)
        .where(lt(ledgerCheckpoints.size, size + 1))
        .orderBy(desc(ledgerCheckpoints.size))
        .limit(1)
      return row
    },

    /** The earliest checkpoint whose tree has a leaf. */
    async findCheckpointWith(index: number): Promise<CheckpointRow | undefined> {
      const [row] = await db
        .select()
        .from(ledgerCheckpoints)
        .where(gte(ledgerCheckpoints.size, index + 1))
        .orderBy(asc(ledgerCheckpoints.size))
        .limit(1)
      return row
    },

    listCosignatures: (size: number) =>
      db
        .select()
        .from(ledgerCosignatures)
        .where(eq(ledgerCosignatures.size, size))
        .orderBy(asc(ledgerCosignatures.witness)),

    async sumKinds(): Promise<{ kind: LeafKind; entries: number }[]> {
      return db
        .select({ kind: ledgerDays.kind, entries: sql<number>`sum(${ledgerDays.entries})::float8` })
        .from(ledgerDays)
        .groupBy(ledgerDays.kind)
    },

    async sumDays(from: string): Promise<{ day: string; entries: number }[]> {
      return db
        .select({ day: ledgerDays.day, entries: sql<number>`sum(${ledgerDays.entries})::float8` })
        .from(ledgerDays)
        .where(gte(ledgerDays.day, from))
        .groupBy(ledgerDays.day)
    },

    /** Leaves, newest first, with what may be told of them. */
    async listLeaves({
      kind,
      limit,
      offset,
    }: {
      kind?: LeafKind | undefined
      limit: number
      offset: number
    }) {
      return db
        .select({ leaf: getColumns(ledgerLeaves), opening: getColumns(ledgerOpenings) })
        .from(ledgerLeaves)
        .leftJoin(ledgerOpenings, eq(ledgerOpenings.entryId, ledgerLeaves.entryId))
        .where(kind && eq(ledgerLeaves.kind, kind))
        .orderBy(desc(ledgerLeaves.index))
        .limit(limit)
        .offset(offset)
    },

    async findLeaf(which: { index: number } | { hash: Buffer } | { entryId: string }) {
      const [row] = await db
        .select({ leaf: getColumns(ledgerLeaves), opening: getColumns(ledgerOpenings) })
        .from(ledgerLeaves)
        .leftJoin(ledgerOpenings, eq(ledgerOpenings.entryId, ledgerLeaves.entryId))
        .where(
          'index' in which
            ? eq(ledgerLeaves.index, which.index)
            : 'hash' in which
              ? eq(ledgerLeaves.hash, which.hash)
              : eq(ledgerLeaves.entryId, which.entryId),
        )
      return row
    },

    /** Leaves from a position, in their order. */
    listFrom: (index: number, limit: number): Promise<LeafRow[]> =>
      db
        .select()
        .from(ledgerLeaves)
        .where(gte(ledgerLeaves.index, index))
        .orderBy(asc(ledgerLeaves.index))
        .limit(limit),

    /** The same with what they say, where that is still known. */
    listWithOpenings: (index: number, limit: number) =>
      db
        .select({ leaf: getColumns(ledgerLeaves), opening: getColumns(ledgerOpenings) })
        .from(ledgerLeaves)
        .leftJoin(ledgerOpenings, eq(ledgerOpenings.entryId, ledgerLeaves.entryId))
        .where(gte(ledgerLeaves.index, index))
        .orderBy(asc(ledgerLeaves.index))
        .limit(limit),

    /** Tiles in the order of the places, each as long as it is stored; an empty one where there is none. */
    async readTiles(places: readonly TilePlace[]): Promise<Buffer[]> {
      if (places.length === 0) return []
      const rows = await db
        .select()
        .from(ledgerTiles)
        .where(
          or(
            ...places.map(({ level, index }) =>
              and(eq(ledgerTiles.level, level), eq(ledgerTiles.index, index)),
            ),
          ),
        )
      const stored = new Map(rows.map(({ level, index, hashes }) => [`${level}/${index}`, hashes]))
      return places.map(({ level, index }) => stored.get(`${level}/${index}`) ?? Buffer.alloc(0))
    },

    /** What the newest leaves of a kind say, the oldest of them first. */
    async listOpenings(kind: LeafKind, limit: number): Promise<OpeningRow[]> {
      const rows = await db
        .select({ opening: getColumns(ledgerOpenings) })
        .from(ledgerOpenings)
        .innerJoin(ledgerLeaves, eq(ledgerLeaves.entryId, ledgerOpenings.entryId))
        .where(eq(ledgerOpenings.kind, kind))
        .orderBy(desc(ledgerLeaves.index))
        .limit(limit)
      return rows.map(({ opening }) => opening).reverse()
    },
  }
}
export type LedgerStore = ReturnType<typeof createLedgerStore>
