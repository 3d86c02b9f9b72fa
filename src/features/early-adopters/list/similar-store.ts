import { and, desc, like, type SQL, sql } from 'drizzle-orm'
import { earlyAdopters, searchTextWithoutAddress } from '#features/early-adopters/table.ts'
import { containing } from '#platform/like-pattern.ts'
import type { Database } from '#platform/postgres.ts'

/** Shorter words with a typo have too little in common with what was meant. */
const shortest = 4
/** A word of four letters with one other letter keeps two of its five trigrams. */
const leastSimilarity = 0.4
const most = 5

/** The early adopters whose texts have words much like those of a search, the most similar first. */
export async function findSimilar(
  db: Database,
  words: readonly string[],
  { searchesAddresses }: { searchesAddresses: boolean },
): Promise<(typeof earlyAdopters.$inferSelect)[]> {
  const long = words.filter((word) => [...word].length >= shortest)
  if (long.length === 0) return []
  const { searchText, createdAt, id } = earlyAdopters
  const visibleText = searchesAddresses ? searchText : searchTextWithoutAddress(searchText)
  const similarityTo = (word: string): SQL => sql`word_similarity(${word}, ${visibleText})`
  const conditions = words.flatMap((word) =>
    long.includes(word)
      ? // By the index; the second condition removes what is similar in addresses only.
        [sql`${word} <% ${searchText}`, sql`${similarityTo(word)} >= ${leastSimilarity}`]
      : [like(visibleText, containing(word))],
  )
  return db.transaction(async (tx) => {
    await tx.execute(
      sql`SELECT set_config('pg_trgm.word_similarity_threshold', ${String(leastSimilarity)}, true)`,
    )
    return tx
      .select()
      .from(earlyAdopters)
      .where(and(...conditions))
      .orderBy(desc(sql.join(long.map(similarityTo), sql` + `)), desc(createdAt), desc(id))
      .limit(most)
  })
}
