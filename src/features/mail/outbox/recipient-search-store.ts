import { and, desc, eq, getColumns, inArray, like, type SQLWrapper, sql } from 'drizzle-orm'
import { mails } from '#features/mail/table.ts'
import { withoutAddress } from '#platform/database/search-text.ts'
import { describeSimilarWords, mostCandidates, withWordSimilarity } from '#platform/database/similar-words.ts'
import { containing } from '#platform/like-pattern.ts'
import type { Database } from '#platform/postgres.ts'
import { isShortSearch } from '#shared/search/words.ts'
import type { MailRow } from './store.ts'

/** Up to this many matches are found first and then sorted. */
const fewMatches = 500

interface Visible {
  searchesAddresses: boolean
  limit: number
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
      const patterns = words.map(containing)
      const matches = (text: SQLWrapper) => patterns.map((pattern) => like(sql`${text}`, pattern))
      const conditions = [
        ...matches(searchText),
        ...(searchesAddresses ? [] : matches(withoutAddress(searchText))),
      ]
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
