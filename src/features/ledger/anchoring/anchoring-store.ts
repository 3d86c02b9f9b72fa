import { and, asc, desc, eq, gt, inArray, lte, ne, or, type SQL, sql, sum } from 'drizzle-orm'
import type { BlockProof } from '#features/ledger/contract.ts'
import type { AnchorFault } from '#features/ledger/model.ts'
import { ledgerAnchoring, ledgerAnchors, ledgerAnchorTransactions } from '#features/ledger/table.ts'
import type { Database } from '#platform/postgres.ts'
import type { ChainNames, ChainState, Receipt, SignedTransaction } from './chain.ts'

export type AnchoringRow = typeof ledgerAnchoring.$inferSelect
export type StoredAnchor = typeof ledgerAnchors.$inferSelect

/** An anchor that is on its way, and its signed transactions, the newest first. */
export interface PendingAnchor extends StoredAnchor {
  transactions: { hash: string; raw: string; most: bigint; createdAt: Date }[]
}

export interface NewAnchor extends Pick<StoredAnchor, 'chainId' | 'chain' | 'explorer' | 'size'> {
  checkpointText: string
  sender: string
  nonce: number
}

const pendingStates = ['sent', 'included'] as const
const isPending = inArray(ledgerAnchors.state, [...pendingStates])
const inNoBlock = {
  ...{ transaction: null, blockNumber: null, blockHash: null, blockAt: null },
  ...{ proof: null, spent: null, confirmedAt: null },
}

/** Whether it is time to look at the chain. */
export const isAnchoringDue = (now: Date): SQL =>
  sql`NOT EXISTS (SELECT FROM ${ledgerAnchoring} WHERE ${ledgerAnchoring.nextAt} > ${now.toISOString()}::timestamptz)`

/**
 * The queries of who anchors. Nobody holds a lock while the chain is asked, so every change is conditional on the state that it
 * follows from.
 */
export function createAnchoringStore(db: Database) {
  const ensureRow = (now: Date) =>
    db.insert(ledgerAnchoring).values({ id: 1, coin: 'ETH', nextAt: now }).onConflictDoNothing()

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
    async find(): Promise<AnchoringRow | undefined> {
      const [row] = await db.select().from(ledgerAnchoring)
      return row
    },

    /** Takes the work until a time, unless another process has it or it is not due. */
    async claim(now: Date, until: Date): Promise<AnchoringRow | undefined> {
      await ensureRow(now)
      const [row] = await db
        .update(ledgerAnchoring)
        .set({ nextAt: until })
        .where(lte(ledgerAnchoring.nextAt, now))
        .returning()
      return row
    },

    /** Gives back work that was taken until a time; not where somebody has asked for it meanwhile. */
    async release(until: Date, nextAt: Date): Promise<void> {
      await db.update(ledgerAnchoring).set({ nextAt }).where(eq(ledgerAnchoring.nextAt, until))
    },

    /** Asks for an anchor as soon as possible. */
    async ask(now: Date): Promise<void> {
      await ensureRow(now)
      await db.update(ledgerAnchoring).set({ askedAt: now, nextAt: now })
    },

    async forgetAsked(): Promise<void> {
      await db.update(ledgerAnchoring).set({ askedAt: null })
    },

    async noteChain(state: ChainState, names: ChainNames): Promise<void> {
      const { chain, coin, explorer } = names
      await db.update(ledgerAnchoring).set({ ...state, chain, coin, explorer })
    },

    /** The state, locked until the transaction ends. */
    async lock(): Promise<AnchoringRow> {
      const [row] = await db.select().from(ledgerAnchoring).for('update')
      if (!row) throw new Error('the state of anchoring is missing')
      return row
    },

    async noteFault(fault: AnchorFault | null, since: Date | null, told: AnchorFault | null): Promise<void> {
      await db.update(ledgerAnchoring).set({ fault, faultSince: since, toldFault: told })
    },

    /** Gives up what is on its way in another chain, or from another account. */
    async loseOthers(chainId: number, sender: string): Promise<void> {
      const isOther = or(ne(ledgerAnchors.chainId, chainId), ne(ledgerAnchors.sender, sender))
      await db
        .update(ledgerAnchors)
        .set({ state: 'lost', ...inNoBlock })
        .where(and(isPending, isOther))
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

    /** What was spent on a chain since a time. */
    async sumSpent(chainId: number, since: Date): Promise<bigint> {
      const [row] = await db
        .select({ spent: sum(ledgerAnchors.spent) })
        .from(ledgerAnchors)
        .where(and(eq(ledgerAnchors.chainId, chainId), gt(ledgerAnchors.blockAt, since)))
      return BigInt(row?.spent ?? 0)
    },

    /** Stores an anchor and its first transaction, unless another one is on its way or there is one of the same tree. */
    add: (anchor: NewAnchor, { hash, raw, most }: SignedTransaction, at: Date): Promise<boolean> =>
      db.transaction(async (transaction) => {
        const store = createAnchoringStore(transaction)
        await store.lock()
        const newest = await store.findNewest(anchor.chainId)
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
        await store.forgetAsked()
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

    include: (anchor: StoredAnchor, { hash, ...receipt }: Receipt, blockAt: Date) =>
      change(anchor, { state: 'included', transaction: hash, ...receipt, blockAt }),

    confirm: (anchor: StoredAnchor, confirmedAt: Date, proof: BlockProof | null) =>
      change(anchor, { state: 'confirmed', confirmedAt, proof }),

    addProof: (anchor: StoredAnchor, proof: BlockProof) => change(anchor, { proof }),

    /** Puts an anchor on its way again whose block the chain has left. */
    leave: (anchor: StoredAnchor, sentAt: Date) => change(anchor, { state: 'sent', sentAt, ...inNoBlock }),

    lose: (anchor: StoredAnchor) => change(anchor, { state: 'lost', ...inNoBlock }),
  }
}
export type AnchoringStore = ReturnType<typeof createAnchoringStore>
