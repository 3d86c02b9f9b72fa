import { and, eq, sql } from 'drizzle-orm'
import { documentPages } from '#features/documents/table.ts'
import type { VersionKey } from '#features/documents/version-store.ts'
import type { Database } from '#platform/postgres.ts'
import type { Language } from '#shared/languages.ts'
import { vectorOf } from './search-store.ts'
import { indexedText } from './search-words.ts'

/** The queries on the text of pages. Give it a transaction to make several of them one. */
export function createPageStore(db: Database) {
  return {
    /** Replaces the text of some pages of a version. */
    async put(
      { documentId, number }: VersionKey,
      pages: readonly { page: number; words: string }[],
      language: Language | null,
    ): Promise<void> {
      if (pages.length === 0) return
      const vector = (words: string) => vectorOf(language, sql`${indexedText(words, language)}`)
      await db
        .insert(documentPages)
        .values(pages.map((page) => ({ documentId, number, ...page, vector: vector(page.words) })))
        .onConflictDoUpdate({
          target: [documentPages.documentId, documentPages.number, documentPages.page],
          set: { words: sql`excluded.words`, vector: sql`excluded.vector` },
        })
    },

    /** The text of a page; undefined for one that has not been read. */
    async findText({ documentId, number }: VersionKey, page: number): Promise<string | undefined> {
      const [row] = await db
        .select({ words: documentPages.words })
        .from(documentPages)
        .where(
          and(
            eq(documentPages.documentId, documentId),
            eq(documentPages.number, number),
            eq(documentPages.page, page),
          ),
        )
      return row?.words
    },

    /** Removes the text of all versions of a document. */
    async removeAll(documentId: string): Promise<void> {
      await db.delete(documentPages).where(eq(documentPages.documentId, documentId))
    },
  }
}
