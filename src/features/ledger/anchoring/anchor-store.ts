import { and, asc, desc, eq, gt } from 'drizzle-orm'
import { ledgerAnchors, ledgerAnchorTransactions, ledgerCheckpoints } from '#features/ledger/table.ts'
import type { Database } from '#platform/postgres.ts'

/** The queries on what is anchored. */
export function createAnchorStore(db: Database) {
  const isConfirmed = eq(ledgerAnchors.state, 'confirmed')
  const select = () =>
    db
      .select({ anchor: ledgerAnchors, raw: ledgerAnchorTransactions.raw, root: ledgerCheckpoints.root })
      .from(ledgerAnchors)
      .innerJoin(ledgerAnchorTransactions, eq(ledgerAnchorTransactions.hash, ledgerAnchors.transaction))
      .innerJoin(ledgerCheckpoints, eq(ledgerCheckpoints.size, ledgerAnchors.size))

  return {
    /** Confirmed anchors, newest first. */
    list: ({ limit, offset }: { limit: number; offset: number }) =>
      select()
        .where(isConfirmed)
        .orderBy(desc(ledgerAnchors.size), desc(ledgerAnchors.id))
        .limit(limit)
        .offset(offset),

    count: () => db.$count(ledgerAnchors, isConfirmed),

    /** The first confirmed anchor of a tree that has a leaf; in the newest chain, where there are several. */
    async findOfLeaf(index: number) {
      const [row] = await select()
        .where(and(isConfirmed, gt(ledgerAnchors.size, index)))
        .orderBy(asc(ledgerAnchors.size), desc(ledgerAnchors.id))
        .limit(1)
      return row
    },
  }
}
export type AnchorRow = Awaited<ReturnType<ReturnType<typeof createAnchorStore>['list']>>[number]
