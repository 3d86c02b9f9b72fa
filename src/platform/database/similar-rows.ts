import { and, desc, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Database } from '#platform/postgres.ts'
import { withoutAddress } from './search-text.ts'
import { describeSimilarWords, withWordSimilarity } from './similar-words.ts'

/** No more rows than these are compared with each other: a common name is much like a typo of it in a part of all rows. */
const mostCandidates = 300

/** A large table with an index of trigrams on its search text. */
type SearchedTable = PgTable & Record<'id' | 'searchText' | 'createdAt', AnyPgColumn>

/** Up to `limit` ids of the rows whose search texts have words much like those of a search, the most similar first. */
export async function findSimilarIds(
  db: Database,
  table: SearchedTable,
  words: readonly string[],
  { searchesAddresses, limit }: { searchesAddresses: boolean; limit: number },
): Promise<string[]> {
  const { searchText, createdAt } = table
  const similar = describeSimilarWords(
    words,
    searchText,
    searchesAddresses ? searchText : withoutAddress(searchText),
  )
  if (!similar) return []
  return withWordSimilarity(db, async (transaction) => {
    const candidates = transaction
      .select({
        id: sql<string>`${table.id}`.as('id'),
        createdAt: sql`${createdAt}`.as('created_at'),
        similarity: similar.similarity.as('similarity'),
      })
      .from(table)
      .where(and(...similar.conditions))
      .limit(mostCandidates)
      .as('candidates')
    const rows = await transaction
      .select({ id: candidates.id })
      .from(candidates)
      .orderBy(desc(candidates.similarity), desc(candidates.createdAt), desc(candidates.id))
      .limit(limit)
    return rows.map(({ id }) => id)
  })
}

/** Rows in the order of ids. */
export const inOrderOf = <Row extends { id: string }>(ids: readonly string[], rows: readonly Row[]): Row[] =>
  ids.flatMap((id) => rows.find((row) => row.id === id) ?? [])
