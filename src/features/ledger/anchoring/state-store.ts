import { eq, lte, type SQL, sql } from 'drizzle-orm'
import type { AnchorFault } from '#features/ledger/model.ts'
import { ledgerAnchoring } from '#features/ledger/table.ts'
import type { Database } from '#platform/postgres.ts'
import type { ChainNames, ChainState } from './chain.ts'

export type AnchoringRow = typeof ledgerAnchoring.$inferSelect

/** Whether it is time to look at the chain. */
export const isAnchoringDue = (now: Date): SQL =>
  sql`NOT EXISTS (SELECT FROM ${ledgerAnchoring} WHERE ${ledgerAnchoring.nextAt} > ${now.toISOString()}::timestamptz)`

/** The queries on what the chain last told, and on who looks at it. */
export function createStateStore(db: Database) {
  const ensureRow = (now: Date) =>
    db.insert(ledgerAnchoring).values({ id: 1, coin: 'ETH', nextAt: now }).onConflictDoNothing()

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
  }
}
