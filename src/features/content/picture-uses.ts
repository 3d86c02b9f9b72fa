import { desc, like, max, sql } from 'drizzle-orm'
import type { Database } from '#platform/postgres.ts'
import { contentVersions } from './table.ts'

/**
 * The texts that show a picture, each with its newest version that does. Every version counts, also one that is neither
 * published nor the newest: whoever brings it back finds it whole.
 */
export function createPictureUses(db: Database) {
  return async (digest: string) =>
    db
      .select({
        key: contentVersions.key,
        language: contentVersions.language,
        version: sql<number>`max(${contentVersions.version})`,
      })
      .from(contentVersions)
      .where(like(contentVersions.content, `%/media/${digest}-%`))
      .groupBy(contentVersions.key, contentVersions.language)
      .orderBy(desc(max(contentVersions.updatedAt)))
}
