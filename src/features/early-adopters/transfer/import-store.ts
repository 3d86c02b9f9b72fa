import { inArray } from 'drizzle-orm'
import { earlyAdopters } from '#features/early-adopters/table.ts'
import type { Database } from '#platform/postgres.ts'

/** Somebody who is taken out of a file. */
export type ImportedLead = Omit<typeof earlyAdopters.$inferInsert, 'id'> & { id: string }

/** The queries of an import. */
export function createImportStore(db: Database) {
  return {
    /** Those of these addresses that somebody has already. */
    async findKnown(emailKeys: string[]): Promise<Set<string>> {
      const rows = await db
        .select({ emailKey: earlyAdopters.emailKey })
        .from(earlyAdopters)
        .where(inArray(earlyAdopters.emailKey, emailKeys))
      return new Set(rows.map(({ emailKey }) => emailKey))
    },

    /** Adds those whose address is new; answers their ids. */
    async insert(leads: ImportedLead[]): Promise<Set<string>> {
      // In one order, so that two imports at once wait for each other instead of each for the other.
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
