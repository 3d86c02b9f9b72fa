import { and, desc, eq, getColumns } from 'drizzle-orm'
import { earlyAdopters } from '#features/early-adopters/table.ts'
import { withoutAddress } from '#platform/database/search-text.ts'
import { describeSimilarWords, mostCandidates, withWordSimilarity } from '#platform/database/similar-words.ts'
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
  return withWordSimilarity(db, (transaction) => {
    const candidates = transaction
      .select({ id, similarity: similar.similarity.as('similarity') })
      .from(earlyAdopters)
      .where(and(...similar.conditions))
      .limit(mostCandidates)
      .as('candidates')
    return transaction
      .select(getColumns(earlyAdopters))
      .from(candidates)
      .innerJoin(earlyAdopters, eq(id, candidates.id))
      .orderBy(desc(candidates.similarity), desc(createdAt), desc(id))
      .limit(most)
  })
}
