import { and, desc, eq, gt, inArray, ne, sql, sum } from 'drizzle-orm'
import type { BlockProof } from '#features/ledger/contract.ts'
import { ledgerAnchors } from '#features/ledger/table.ts'
import type { Database } from '#platform/postgres.ts'
import type { Receipt } from './chain.ts'

export type StoredAnchor = typeof ledgerAnchors.$inferSelect

/** What is known of an anchor that is in no block. */
export const inNoBlock = {
  ...{ transaction: null, blockNumber: null, blockHash: null, blockAt: null },
  ...{ proof: null, spent: null, confirmedAt: null },
}

/**
 * The queries on what becomes of anchors. Nobody holds a lock while the chain is asked, so every change is conditional on the
 * state that it follows from.
 */
export function createSettlingStore(db: Database) {
  const change = async (anchor: StoredAnchor, set: Partial<typeof ledgerAnchors.$inferInsert>) => {
    const { blockHash } = anchor
    await db
      .update(ledgerAnchors)
      .set(set)
      .where(
        and(
          eq(ledgerAnchors.id, anchor.id),
          eq(ledgerAnchors.state, anchor.state),
          sql`${ledgerAnchors.blockHash} IS NOT DISTINCT FROM ${blockHash}`,
        ),
      )
  }

  return {
    /** Anchors of a chain that were confirmed after a time, the newest first. */
    listConfirmed: (chainId: number, after: Date): Promise<StoredAnchor[]> =>
      db
        .select()
        .from(ledgerAnchors)
        .where(
          and(
            eq(ledgerAnchors.state, 'confirmed'),
            eq(ledgerAnchors.chainId, chainId),
            gt(ledgerAnchors.confirmedAt, after),
          ),
        )
        .orderBy(desc(ledgerAnchors.blockNumber)),

    /** What was spent on a chain since a time. */
    async sumSpent(chainId: number, since: Date): Promise<bigint> {
      const [row] = await db
        .select({ spent: sum(ledgerAnchors.spent) })
        .from(ledgerAnchors)
        .where(and(eq(ledgerAnchors.chainId, chainId), gt(ledgerAnchors.blockAt, since)))
      return BigInt(row?.spent ?? 0)
    },

    include: (anchor: StoredAnchor, { hash, ...receipt }: Receipt, blockAt: Date) =>
      change(anchor, { state: 'included', transaction: hash, ...receipt, blockAt }),

    confirm: (anchor: StoredAnchor, confirmedAt: Date, proof: BlockProof | null) =>
      change(anchor, { state: 'confirmed', confirmedAt, proof }),

    addProof: (anchor: StoredAnchor, proof: BlockProof) => change(anchor, { proof }),

    /** Puts an anchor on its way again whose block the chain has left; lost, where another one has its nonce by now. */
    async leave(anchor: StoredAnchor, sentAt: Date): Promise<void> {
      const { id, chainId, sender, nonce } = anchor
      const others = await db.$count(
        ledgerAnchors,
        and(
          ...[ne(ledgerAnchors.id, id), eq(ledgerAnchors.chainId, chainId), eq(ledgerAnchors.nonce, nonce)],
          ...[eq(ledgerAnchors.sender, sender), inArray(ledgerAnchors.state, ['sent', 'included'])],
        ),
      )
      await change(anchor, { state: others > 0 ? 'lost' : 'sent', sentAt, ...inNoBlock })
    },

    lose: (anchor: StoredAnchor) => change(anchor, { state: 'lost', ...inNoBlock }),
  }
}
