import { inArray } from 'drizzle-orm'
import { earlyAdopters } from '#features/early-adopters/table.ts'
import type { Database } from '#platform/postgres.ts'

/** A lead to import. */
export type ImportedLead = Omit<typeof earlyAdopters.$inferInsert, 'id'> & { id: string }

/** The queries of an import. */
export function createImportStore(db: Database) {
  return {
    /** The leads with these addresses: their ids by address. */
    async findKnown(emailKeys: string[]): Promise<Map<string, string>> {
      const rows = await db
        .select({ emailKey: earlyAdopters.emailKey, id: earlyAdopters.id })
        .from(earlyAdopters)
        .where(inArray(earlyAdopters.emailKey, emailKeys))
      return new Map(rows.map(({ emailKey, id }) => [emailKey, id]))
    },

    /** Inserts the leads whose address is new; returns their ids. */
    async insert(leads: ImportedLead[]): Promise<Set<string>> {
      // Always in the same order, so that two imports at once cannot deadlock.
      const sorted = leads.toSorted((a, b) => (a.emailKey < b.emailKey ? -1 : 1))
      const rows = await db
        .insert(earlyAdopters)
        .values(sorted)
        .onConflictDoNothing()
        .returning({ id: earlyAdopters.id })
      return new Set(rows.map(({ id }) => id))
    },
  }
}
