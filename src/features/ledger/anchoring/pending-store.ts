import { and, asc, desc, eq, inArray, ne, or } from 'drizzle-orm'
import { ledgerAnchors, ledgerAnchorTransactions } from '#features/ledger/table.ts'
import type { Database } from '#platform/postgres.ts'
import type { SignedTransaction } from './chain.ts'
import { inNoBlock, type StoredAnchor } from './settling-store.ts'
import { createStateStore } from './state-store.ts'

/** An anchor that is on its way, and its signed transactions, the newest first. */
export interface PendingAnchor extends StoredAnchor {
  transactions: { hash: string; raw: string; most: bigint; createdAt: Date }[]
}

export interface NewAnchor extends Pick<StoredAnchor, 'chainId' | 'chain' | 'explorer' | 'size'> {
  checkpointText: string
  sender: string
  nonce: number
}

const isPending = inArray(ledgerAnchors.state, ['sent', 'included'])

/** The queries on anchors that are on their way, and on their transactions. */
export function createPendingStore(db: Database) {
  return {
    /** The newest anchor of a chain that is not lost. */
    async findNewest(chainId: number): Promise<StoredAnchor | undefined> {
      const [row] = await db
        .select()
        .from(ledgerAnchors)
        .where(and(eq(ledgerAnchors.chainId, chainId), ne(ledgerAnchors.state, 'lost')))
        .orderBy(desc(ledgerAnchors.size), desc(ledgerAnchors.id))
        .limit(1)
      return row
    },

    /** What is on its way, in the order of the nonces. */
    async listPending(): Promise<PendingAnchor[]> {
      const anchors = await db.select().from(ledgerAnchors).where(isPending).orderBy(asc(ledgerAnchors.nonce))
      const ids = anchors.map(({ id }) => id)
      const transactions = await db
        .select()
        .from(ledgerAnchorTransactions)
        .where(inArray(ledgerAnchorTransactions.anchorId, ids))
        .orderBy(desc(ledgerAnchorTransactions.createdAt))
      return anchors.map((anchor) => ({
        ...anchor,
        transactions: transactions.filter(({ anchorId }) => anchorId === anchor.id),
      }))
    },

    /** Gives up what is on its way in another chain, or from another account. */
    async loseOthers(chainId: number, sender: string): Promise<void> {
      const isOther = or(ne(ledgerAnchors.chainId, chainId), ne(ledgerAnchors.sender, sender))
      await db
        .update(ledgerAnchors)
        .set({ state: 'lost', ...inNoBlock })
        .where(and(isPending, isOther))
    },

    /** Stores an anchor and its first transaction, unless another one is on its way or there is one of the same tree. */
    add: (anchor: NewAnchor, { hash, raw, most }: SignedTransaction, at: Date): Promise<boolean> =>
      db.transaction(async (transaction) => {
        const state = createStateStore(transaction)
        await state.lock()
        const newest = await createPendingStore(transaction).findNewest(anchor.chainId)
        const pending = await transaction.$count(ledgerAnchors, isPending)
        if (pending > 0 || (newest && newest.size >= anchor.size)) return false
        const [row] = await transaction
          .insert(ledgerAnchors)
          .values({ ...anchor, state: 'sent', createdAt: at, sentAt: at })
          .returning({ id: ledgerAnchors.id })
        if (!row) throw new Error('an anchor was not stored')
        await transaction
          .insert(ledgerAnchorTransactions)
          .values({ hash, raw, most, anchorId: row.id, createdAt: at })
        await state.forgetAsked()
        return true
      }),

    /** Stores a transaction that replaces the newest of an anchor, unless it is in a block or was replaced meanwhile. */
    replace: (anchor: PendingAnchor, { hash, raw, most }: SignedTransaction, at: Date): Promise<boolean> =>
      db.transaction(async (transaction) => {
        const [row] = await transaction
          .select({ state: ledgerAnchors.state })
          .from(ledgerAnchors)
          .where(eq(ledgerAnchors.id, anchor.id))
          .for('update')
        const known = await transaction.$count(
          ledgerAnchorTransactions,
          eq(ledgerAnchorTransactions.anchorId, anchor.id),
        )
        if (row?.state !== 'sent' || known !== anchor.transactions.length) return false
        await transaction
          .insert(ledgerAnchorTransactions)
          .values({ hash, raw, most, anchorId: anchor.id, createdAt: at })
        return true
      }),
  }
}
