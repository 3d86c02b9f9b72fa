import { consentTexts } from '#features/early-adopters/table.ts'
import type { Database } from '#platform/postgres.ts'

export type ConsentTextRow = typeof consentTexts.$inferSelect

/** The queries on the sentences that people have agreed to. */
export function createConsentTextStore(db: Database) {
  return {
    /** Adds those that are not stored yet. */
    async add(rows: ConsentTextRow[]): Promise<void> {
      await db.insert(consentTexts).values(rows).onConflictDoNothing()
    },

    list: (): Promise<ConsentTextRow[]> => db.select().from(consentTexts),
  }
}
