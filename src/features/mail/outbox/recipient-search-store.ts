import { and, desc, inArray, sql } from 'drizzle-orm'
import { mails } from '#features/mail/table.ts'
import { matchesSearch } from '#platform/database/search-text.ts'
import { findSimilarIds, inOrderOf } from '#platform/database/similar-rows.ts'
import type { Database } from '#platform/postgres.ts'
import { isShortSearch } from '#shared/search/words.ts'

type MailRow = typeof mails.$inferSelect

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
      const conditions = matchesSearch(searchText, words, { searchesAddresses })
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
    async findSimilar(words: readonly string[], visible: Visible): Promise<MailRow[]> {
      const ids = await findSimilarIds(db, mails, words, visible)
      return inOrderOf(ids, await db.select().from(mails).where(inArray(id, ids)))
    },
  }
}
