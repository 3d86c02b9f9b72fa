import { and, eq, gt, lte, sql } from 'drizzle-orm'
import { leadEmailChanges } from '#features/early-adopters/table.ts'
import type { Database } from '#platform/postgres.ts'

export type EmailChangeRow = typeof leadEmailChanges.$inferSelect

/** The queries on changes of address that wait for their confirmation. */
export function createEmailChangeStore(db: Database) {
  return {
    /** The change of a lead that has not expired. */
    async find(leadId: string, now: Date): Promise<EmailChangeRow | undefined> {
      const [row] = await db
        .select()
        .from(leadEmailChanges)
        .where(and(eq(leadEmailChanges.leadId, leadId), gt(leadEmailChanges.expiresAt, now)))
      return row
    },

    /** Stores a change in place of the lead's earlier one. */
    async save(leadId: string, change: Omit<EmailChangeRow, 'leadId'>): Promise<void> {
      await db
        .insert(leadEmailChanges)
        .values({ leadId, ...change })
        .onConflictDoUpdate({ target: leadEmailChanges.leadId, set: change })
    },

    async remove(leadId: string): Promise<void> {
      await db.delete(leadEmailChanges).where(eq(leadEmailChanges.leadId, leadId))
    },

    /** Deletes the changes to an address. */
    async removeByAddress(emailKey: string): Promise<void> {
      await db.delete(leadEmailChanges).where(eq(sql`lower(${leadEmailChanges.email})`, emailKey))
    },

    async removeExpired(now: Date): Promise<void> {
      await db.delete(leadEmailChanges).where(lte(leadEmailChanges.expiresAt, now))
    },
  }
}
