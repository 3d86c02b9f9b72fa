import { eq } from 'drizzle-orm'
import { legalTexts } from '#features/ledger/table.ts'
import type { Database } from '#platform/postgres.ts'

export type LegalTextRow = typeof legalTexts.$inferSelect

/** The queries on legal texts. */
export function createLegalTextStore(db: Database) {
  return {
    /** Adds texts. @returns those that were not there yet */
    add: (rows: LegalTextRow[]): Promise<LegalTextRow[]> =>
      db.insert(legalTexts).values(rows).onConflictDoNothing().returning(),

    async find(sha256: string): Promise<LegalTextRow | undefined> {
      const [row] = await db.select().from(legalTexts).where(eq(legalTexts.sha256, sha256))
      return row
    },
  }
}
