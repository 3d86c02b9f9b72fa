import { and, asc, desc, eq, getColumns, gte } from 'drizzle-orm'
import type { LeafKind } from '#features/ledger/model.ts'
import { ledgerLeaves, ledgerOpenings } from '#features/ledger/table.ts'
import type { Database } from '#platform/postgres.ts'

type LeafRow = typeof ledgerLeaves.$inferSelect
type OpeningRow = typeof ledgerOpenings.$inferSelect

/** A leaf and what it says, where that is still known. */
export interface OpenedLeaf {
  leaf: LeafRow
  opening: OpeningRow | null
}

/** The queries on leaves. */
export function createLeafStore(db: Database) {
  const select = () =>
    db
      .select({ leaf: getColumns(ledgerLeaves), opening: getColumns(ledgerOpenings) })
      .from(ledgerLeaves)
      .leftJoin(ledgerOpenings, eq(ledgerOpenings.entryId, ledgerLeaves.entryId))

  return {
    /** Leaves, newest first. */
    list: ({ kind, limit, offset }: { kind?: LeafKind | undefined; limit: number; offset: number }) =>
      select()
        .where(kind && eq(ledgerLeaves.kind, kind))
        .orderBy(desc(ledgerLeaves.index))
        .limit(limit)
        .offset(offset),

    /** The leaf with an index, a hash, or both. */
    async find({ index, hash }: { index: number | undefined; hash: Buffer | undefined }) {
      const isWanted = and(
        index === undefined ? undefined : eq(ledgerLeaves.index, index),
        hash && eq(ledgerLeaves.hash, hash),
      )
      const [row] = await select().where(isWanted).limit(1)
      return row
    },

    /** The leaf of an entry; none while it is not in the tree. */
    async findOfEntry(entryId: string): Promise<OpenedLeaf | undefined> {
      const [row] = await select().where(eq(ledgerLeaves.entryId, entryId))
      return row
    },

    /** Leaves from a position, in their order. */
    listFrom: (index: number, limit: number): Promise<OpenedLeaf[]> =>
      select().where(gte(ledgerLeaves.index, index)).orderBy(asc(ledgerLeaves.index)).limit(limit),
  }
}
