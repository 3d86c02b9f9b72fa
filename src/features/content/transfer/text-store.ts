import { and, desc, eq, inArray } from 'drizzle-orm'
import type { ContentRow } from '#features/content/store.ts'
import { contentVersions } from '#features/content/table.ts'
import type { Database } from '#platform/postgres.ts'
import type { Language } from '#shared/languages.ts'

/** The newest version of each text in some languages, and the published ones. */
export async function listCurrentTexts(
  db: Database,
  languages: readonly Language[],
): Promise<{ newest: ContentRow[]; published: ContentRow[] }> {
  const { key, language, version, published } = contentVersions
  const isIn = inArray(language, [...languages])
  return {
    newest: await db
      .selectDistinctOn([key, language])
      .from(contentVersions)
      .where(isIn)
      .orderBy(key, language, desc(version)),
    published: await db
      .select()
      .from(contentVersions)
      .where(and(isIn, eq(published, true))),
  }
}
