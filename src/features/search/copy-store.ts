import { and, eq, or, sql } from 'drizzle-orm'
import type { Database } from '#platform/postgres.ts'
import type { TextState } from '#shared/search/text-source.ts'
import { searchTexts } from './table.ts'

export type SearchTextRow = typeof searchTexts.$inferSelect

/** Which text of a source. */
export type TextPlace = Pick<TextState, 'item' | 'language'>

/** Which text of a source, as a key of maps. */
export const placeOf = ({ item, language }: TextPlace) => `${item} ${language}`

/** The queries that keep the texts of the search equal to those of the features. */
export function createCopyStore(db: Database) {
  return {
    listRevisions: (source: string) =>
      db
        .select({
          item: searchTexts.item,
          language: searchTexts.language,
          revision: searchTexts.revision,
        })
        .from(searchTexts)
        .where(eq(searchTexts.source, source)),

    /** Adds texts, or replaces those that there are. */
    async put(rows: readonly SearchTextRow[]): Promise<void> {
      if (rows.length === 0) return
      const { source, item, language } = searchTexts
      // Always in the same order, so that two searches that copy the same texts cannot deadlock.
      const ordered = rows.toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1))
      const given = (column: string) => sql.raw(`excluded.${column}`)
      await db
        .insert(searchTexts)
        .values(ordered)
        .onConflictDoUpdate({
          target: [source, item, language],
          set: {
            revision: given('revision'),
            changedAt: given('changed_at'),
            text: given('text'),
            foldedTitle: given('folded_title'),
            folded: given('folded'),
          },
        })
    },

    async remove(source: string, places: readonly TextPlace[]): Promise<void> {
      if (places.length === 0) return
      const isOne = places.map(({ item, language }) =>
        and(eq(searchTexts.item, item), eq(searchTexts.language, language)),
      )
      await db.delete(searchTexts).where(and(eq(searchTexts.source, source), or(...isOne)))
    },
  }
}
export type CopyStore = ReturnType<typeof createCopyStore>
