import { and, asc, desc, eq, getColumns, gte, lt } from 'drizzle-orm'
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
    /** Leaves before a position, newest first. */
    listBefore: (index: number, limit: number): Promise<OpenedLeaf[]> =>
      select().where(lt(ledgerLeaves.index, index)).orderBy(desc(ledgerLeaves.index)).limit(limit),

    /** Leaves of a kind, newest first. Those that are passed over are read from the index alone. */
    listOfKind(kind: LeafKind, { limit, offset }: { limit: number; offset: number }): Promise<OpenedLeaf[]> {
      const page = db
        .select({ index: ledgerLeaves.index })
        .from(ledgerLeaves)
        .where(eq(ledgerLeaves.kind, kind))
        .orderBy(desc(ledgerLeaves.index))
        .limit(limit)
        .offset(offset)
        .as('page')
      return select().innerJoin(page, eq(page.index, ledgerLeaves.index)).orderBy(desc(ledgerLeaves.index))
    },

    /** The leaf with an index, a hash, or both; the newest for neither. */
    async find({ index, hash }: { index: number | undefined; hash: Buffer | undefined }) {
      const isWanted = and(
        index === undefined ? undefined : eq(ledgerLeaves.index, index),
        hash && eq(ledgerLeaves.hash, hash),
      )
      const [row] = await select().where(isWanted).orderBy(desc(ledgerLeaves.index)).limit(1)
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
