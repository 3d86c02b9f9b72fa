import { like, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { containing } from '#platform/like-pattern.ts'
import type { Database } from '#platform/postgres.ts'

/** Shorter words with a typo have too little in common with what was meant. */
const shortest = 4
/** A word of four letters with one other letter keeps two of its five trigrams. */
const leastSimilarity = 0.4

/** How to find the texts that have words much like those of a search. */
export interface SimilarWords {
  /** Conditions that must all hold, by an index of trigrams on `indexed`. */
  conditions: SQL[]
  /** Greater the more similar. */
  similarity: SQL
}

/**
 * Describes a search with typos (https://www.postgresql.org/docs/current/pgtrgm.html). Words of up to three letters must occur
 * as they are. Undefined when there are only such words. `shown` is the part of the indexed text that the reader may know.
 * To be run within `withWordSimilarity`.
 */
export function describeSimilarWords(
  words: readonly string[],
  indexed: SQLWrapper,
  shown: SQLWrapper = indexed,
): SimilarWords | undefined {
  const long = words.filter((word) => [...word].length >= shortest)
  if (long.length === 0) return undefined
  const similarityTo = (word: string): SQL => sql`word_similarity(${word}, ${shown})`
  return {
    conditions: words.flatMap((word) => {
      if (!long.includes(word)) return [like(sql`${shown}`, containing(word))]
      const byIndex = sql`${word} <% ${indexed}`
      return shown === indexed ? [byIndex] : [byIndex, sql`${similarityTo(word)} >= ${leastSimilarity}`]
    }),
    similarity: sql.join(long.map(similarityTo), sql` + `),
  }
}

/** Runs queries of `describeSimilarWords` in a transaction of their own. */
export function withWordSimilarity<T>(db: Database, run: (transaction: Database) => Promise<T>): Promise<T> {
  return db.transaction(async (transaction) => {
    // PostgreSQL takes a comparison for cheap and would rather compare a large part of the table than use the index.
    await transaction.execute(
      sql`SELECT set_config('pg_trgm.word_similarity_threshold', ${String(leastSimilarity)}, true),
        set_config('enable_seqscan', 'off', true)`,
    )
    return run(transaction)
  })
}
