import { eq, sql } from 'drizzle-orm'
import type { EarlyAdopterRow } from '#features/early-adopters/store.ts'
import { earlyAdopters } from '#features/early-adopters/table.ts'
import type { Database } from '#platform/postgres.ts'
import { Problem } from '#shared/problem.ts'

/** A change of a lead; what is undefined stays. */
export type LeadRowChange = {
  [Column in Exclude<keyof EarlyAdopterRow, 'id' | 'linkEpoch'>]?: EarlyAdopterRow[Column] | undefined
}

/** The queries on one lead. Give it a transaction to make several of them one. */
export function createLeadStore(db: Database) {
  return {
    async find(id: string): Promise<EarlyAdopterRow | undefined> {
      const [row] = await db.select().from(earlyAdopters).where(eq(earlyAdopters.id, id))
      return row
    },

    /** @throws {Problem} 404 */
    async get(id: string): Promise<EarlyAdopterRow> {
      const row = await this.find(id)
      if (!row) throw new Problem('lead_not_found', 404)
      return row
    },

    async findByAddress(emailKey: string): Promise<EarlyAdopterRow | undefined> {
      const [row] = await db.select().from(earlyAdopters).where(eq(earlyAdopters.emailKey, emailKey))
      return row
    },

    /** The same as `find`; nobody else changes the lead until the transaction ends. */
    async lock(id: string): Promise<EarlyAdopterRow | undefined> {
      const [row] = await db.select().from(earlyAdopters).where(eq(earlyAdopters.id, id)).for('update')
      return row
    },

    async hasAddress(emailKey: string): Promise<boolean> {
      return (await db.$count(earlyAdopters, eq(earlyAdopters.emailKey, emailKey))) > 0
    },

    /** Two transactions that want the same address run one after the other, so that the second finds it taken. */
    async lockAddress(emailKey: string): Promise<void> {
      await db.execute(sql`SELECT pg_advisory_xact_lock(hashtext(${`early adopter ${emailKey}`}))`)
    },

    /** Changes a lead; `endsLinks` makes the personal links sent so far invalid. */
    async update(
      id: string,
      change: LeadRowChange,
      { endsLinks = false } = {},
    ): Promise<EarlyAdopterRow | undefined> {
      const [row] = await db
        .update(earlyAdopters)
        .set({ ...change, ...(endsLinks && { linkEpoch: sql`${earlyAdopters.linkEpoch} + 1` }) })
        .where(eq(earlyAdopters.id, id))
        .returning()
      return row
    },

    /** Deletes a lead; notes, events, mails and a waiting change of address go with the row. */
    async remove(id: string): Promise<void> {
      await db.delete(earlyAdopters).where(eq(earlyAdopters.id, id))
    },
  }
}
