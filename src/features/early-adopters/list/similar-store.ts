import { and, desc } from 'drizzle-orm'
import { earlyAdopters } from '#features/early-adopters/table.ts'
import { withoutAddress } from '#platform/database/search-text.ts'
import { describeSimilarWords, withWordSimilarity } from '#platform/database/similar-words.ts'
import type { Database } from '#platform/postgres.ts'

const most = 5

/** The early adopters whose texts have words much like those of a search, the most similar first. */
export async function findSimilar(
  db: Database,
  words: readonly string[],
  { searchesAddresses }: { searchesAddresses: boolean },
): Promise<(typeof earlyAdopters.$inferSelect)[]> {
  const { searchText, createdAt, id } = earlyAdopters
  const shown = searchesAddresses ? searchText : withoutAddress(searchText)
  const similar = describeSimilarWords(words, searchText, shown)
  if (!similar) return []
  return withWordSimilarity(db, (transaction) =>
    transaction
      .select()
      .from(earlyAdopters)
      .where(and(...similar.conditions))
      .orderBy(desc(similar.similarity), desc(createdAt), desc(id))
      .limit(most),
  )
}
