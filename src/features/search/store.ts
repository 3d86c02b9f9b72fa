import { and, asc, desc, eq, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { describeSimilarWords, withWordSimilarity } from '#platform/database/similar-words.ts'
import { containing } from '#platform/like-pattern.ts'
import type { Database } from '#platform/postgres.ts'
import { type Language, sourceLanguage } from '#shared/languages.ts'
import { searchTexts } from './table.ts'

export type SearchTextRow = typeof searchTexts.$inferSelect

/** Which text of a source. */
export interface TextPlace {
  item: string
  language: Language
}

/** A text that was found, one for each item. */
export type FoundRow = Pick<SearchTextRow, 'item' | 'language' | 'text'>
type SimilarRow = FoundRow & Pick<SearchTextRow, 'foldedTitle'>

interface Search {
  words: readonly string[]
  /** Its texts come first. */
  language: Language
  limit: number
}

const found = { item: searchTexts.item, language: searchTexts.language, text: searchTexts.text }

/** The queries on the texts that the search finds. */
export function createSearchStore(db: Database) {
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
      const placeOf = (row: SearchTextRow) => `${row.item} ${row.language}`
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

    /**
     * The items with a text that has all the words: in the title first, then where words begin with them, then in the reader's
     * language.
     */
    async find(source: string, { words, language, limit }: Search): Promise<FoundRow[]> {
      const beginnings = words.map((word) => ` ${word}`)
      const rank = sql<number>`CASE WHEN ${hasAll(searchTexts.foldedTitle, words)} THEN 0 ELSE 20 END
        + CASE WHEN ${hasAll(sql`' ' || ${searchTexts.folded}`, beginnings)} THEN 0 ELSE 10 END
        + CASE ${searchTexts.language} WHEN ${language} THEN 0 WHEN ${sourceLanguage} THEN 1 ELSE 2 END`
      const best = db
        .selectDistinctOn([searchTexts.item], {
          ...found,
          changedAt: searchTexts.changedAt,
          rank: rank.as('rank'),
        })
        .from(searchTexts)
        .where(and(eq(searchTexts.source, source), hasAll(searchTexts.folded, words)))
        .orderBy(searchTexts.item, rank, searchTexts.language)
        .as('best')
      return db
        .select({ item: best.item, language: best.language, text: best.text })
        .from(best)
        .orderBy(asc(best.rank), desc(best.changedAt), asc(best.item))
        .limit(limit)
    },

    /** The texts that have words much like these, the most similar first; several of an item may be among them. */
    async findSimilar(source: string, words: readonly string[], limit: number): Promise<SimilarRow[]> {
      const similar = describeSimilarWords(words, searchTexts.folded)
      if (!similar) return []
      return withWordSimilarity(db, (transaction) =>
        transaction
          .select({ ...found, foldedTitle: searchTexts.foldedTitle })
          .from(searchTexts)
          .where(and(eq(searchTexts.source, source), ...similar.conditions))
          .orderBy(desc(similar.similarity), asc(searchTexts.item), asc(searchTexts.language))
          .limit(limit),
      )
    },
  }
}
export type SearchStore = ReturnType<typeof createSearchStore>

function hasAll(text: SQLWrapper, words: readonly string[]): SQL {
  const conditions = words.map((word) => sql`${text} LIKE ${containing(word)}`)
  return sql`(${sql.join(conditions, sql` AND `)})`
}
