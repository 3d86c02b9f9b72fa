import { and, asc, desc, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { containsWords } from '#platform/database/search-text.ts'
import { describeSimilarWords, withWordSimilarity } from '#platform/database/similar-words.ts'
import type { Database } from '#platform/postgres.ts'
import { type Language, sourceLanguage } from '#shared/languages.ts'
import { searchTexts } from './table.ts'

/** A text that was found, one for each item. */
type FoundRow = Pick<typeof searchTexts.$inferSelect, 'item' | 'language' | 'text'>
type SimilarRow = FoundRow & Pick<typeof searchTexts.$inferSelect, 'foldedTitle'>

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

const hasAll = (text: SQLWrapper, words: readonly string[]): SQL =>
  sql`(${sql.join(containsWords(text, words), sql` AND `)})`
