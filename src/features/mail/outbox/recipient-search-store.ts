import { and, desc, eq, getColumns, inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { mails } from '#features/mail/table.ts'
import { withoutAddress } from '#platform/database/search-text.ts'
import { describeSimilarWords, mostCandidates, withWordSimilarity } from '#platform/database/similar-words.ts'
import { containing } from '#platform/like-pattern.ts'
import type { Database } from '#platform/postgres.ts'
import { isShortSearch } from '#shared/search/words.ts'

type MailRow = typeof mails.$inferSelect

/** Up to this many matches are found first and then sorted. */
const fewMatches = 500

interface Visible {
  searchesAddresses: boolean
  limit: number
}

/** Whether all words occur in the name or, for those who may read it, the address of a recipient. */
export function matchesRecipient(
  words: readonly string[],
  { searchesAddresses }: { searchesAddresses: boolean },
): SQL[] {
  const { searchText } = mails
  const matches = (text: SQLWrapper) => words.map((word) => sql`${text} LIKE ${containing(word)}`)
  // By the index; the second condition removes matches in addresses.
  return [...matches(searchText), ...(searchesAddresses ? [] : matches(withoutAddress(searchText)))]
}

/** The queries on mails by their recipients. */
export function createRecipientSearchStore(db: Database) {
  const { id, searchText, createdAt } = mails

  return {
    /**
     * The newest mails whose recipient has all the words. The index finds three letters in a row: a search with fewer finds
     * none.
     */
    async findNewest(words: readonly string[], { searchesAddresses, limit }: Visible): Promise<MailRow[]> {
      if (isShortSearch(words)) return []
      const conditions = matchesRecipient(words, { searchesAddresses })
      const few = await db
        .select({ id })
        .from(mails)
        .where(and(...conditions))
        .limit(fewMatches + 1)
      const isFew = few.length <= fewMatches
      const ids = few.map((row) => row.id)
      return (
        db
          .select()
          .from(mails)
          // Of many, the newest are met soonest on a walk from the newest on, which PostgreSQL may not see.
          .where(isFew ? inArray(id, ids) : and(...conditions.map((one) => sql`coalesce(${one}, false)`)))
          .orderBy(desc(createdAt), desc(id))
          .limit(limit)
      )
    },

    /** The mails whose recipients have names or addresses much like the words, the most similar first. */
    async findSimilar(words: readonly string[], { searchesAddresses, limit }: Visible): Promise<MailRow[]> {
      const shown = searchesAddresses ? searchText : withoutAddress(searchText)
      const similar = describeSimilarWords(words, searchText, shown)
      if (!similar) return []
      return withWordSimilarity(db, (transaction) => {
        const candidates = transaction
          .select({ id, similarity: similar.similarity.as('similarity') })
          .from(mails)
          .where(and(...similar.conditions))
          .limit(mostCandidates)
          .as('candidates')
        return transaction
          .select(getColumns(mails))
          .from(candidates)
          .innerJoin(mails, eq(id, candidates.id))
          .orderBy(desc(candidates.similarity), desc(createdAt), desc(id))
          .limit(limit)
      })
    },
  }
}
