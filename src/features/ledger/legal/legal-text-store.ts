import { desc, eq, sql } from 'drizzle-orm'
import { legalTexts } from '#features/ledger/table.ts'
import type { Database } from '#platform/postgres.ts'

export type LegalTextRow = typeof legalTexts.$inferSelect

/** The queries on legal texts. */
export function createLegalTextStore(db: Database) {
  return {
    /**
     * Notes which texts are published, in a transaction in which no other process does. @returns those that were not the last
     * ones of their pages, also where they had been before
     */
    async publish(rows: LegalTextRow[]): Promise<LegalTextRow[]> {
      await db.execute(sql`LOCK TABLE ${legalTexts} IN SHARE ROW EXCLUSIVE MODE`)
      const { sha256, page, language, publishedAt } = legalTexts
      const newest = await db
        .selectDistinctOn([page, language], { sha256 })
        .from(legalTexts)
        .orderBy(page, language, desc(publishedAt))
      const known = new Set(newest.map((row) => row.sha256))
      const changed = rows.filter((row) => !known.has(row.sha256))
      if (changed.length === 0) return []
      return db
        .insert(legalTexts)
        .values(changed)
        .onConflictDoUpdate({ target: sha256, set: { publishedAt: sql`excluded.published_at` } })
        .returning()
    },

    async find(sha256: string): Promise<LegalTextRow | undefined> {
      const [row] = await db.select().from(legalTexts).where(eq(legalTexts.sha256, sha256))
      return row
    },
  }
}
