import { inArray } from 'drizzle-orm'
import type { Database } from '#platform/postgres.ts'
import { contentVersions } from './table.ts'

/** These versions, with the words by which they are found. */
export async function listWords(db: Database, ids: string[]) {
  const { id, content, seoTitle, seoDescription, seoKeywords } = contentVersions
  return db
    .select({ id, content, seoTitle, seoDescription, seoKeywords })
    .from(contentVersions)
    .where(inArray(id, ids))
}
