import { and, desc, eq, inArray } from 'drizzle-orm'
import { socialAccounts, socialPosts } from '#features/social/table.ts'
import { containsWords } from '#platform/database/search-text.ts'
import { findSimilarIds, inOrderOf } from '#platform/database/similar-rows.ts'
import type { Database } from '#platform/postgres.ts'
import { isShortSearch } from '#shared/search/words.ts'

/** The queries of the search box on posts. */
export function createPostSearchStore(db: Database) {
  const { id, content, status, removedAt, platform, scheduledAt, searchText } = socialPosts
  const select = () =>
    db
      .select({ id, content, status, removedAt, platform, accountName: socialAccounts.name })
      .from(socialPosts)
      .innerJoin(socialAccounts, eq(socialAccounts.id, socialPosts.accountId))

  return {
    /** The posts that have all the words, the latest first. The index finds three letters in a row. */
    async findNewest(words: readonly string[], limit: number) {
      if (isShortSearch(words)) return []
      return select()
        .where(and(...containsWords(searchText, words)))
        .orderBy(desc(scheduledAt), desc(id))
        .limit(limit)
    },

    /** The posts that have words much like these, the most similar first. */
    async findSimilar(words: readonly string[], limit: number) {
      const ids = await findSimilarIds(db, socialPosts, words, { searchesAddresses: true, limit })
      return inOrderOf(ids, await select().where(inArray(id, ids)))
    },
  }
}
export type FoundPost = Awaited<ReturnType<ReturnType<typeof createPostSearchStore>['findNewest']>>[number]
