import { and, count, desc, eq, isNull, or } from 'drizzle-orm'
import type { Database } from '#platform/postgres.ts'
import type { Language } from '#shared/languages.ts'
import type { DocumentStatus } from './contract.ts'
import { documents } from './table.ts'

export type DocumentRow = typeof documents.$inferSelect

const isPublished = eq(documents.status, 'published')

/** The queries on documents. Give it a transaction to make several of them one. */
export function createDocumentStore(db: Database) {
  return {
    /** The published documents of a language and the universal ones, in no order. */
    async listPublished(language: Language): Promise<DocumentRow[]> {
      const isForReader = or(eq(documents.mappedLanguage, language), isNull(documents.mappedLanguage))
      return db.select().from(documents).where(and(isPublished, isForReader))
    },

    /** The published documents whose files are newest, of all languages. */
    async listNewest(limit: number): Promise<DocumentRow[]> {
      return db
        .select()
        .from(documents)
        .where(isPublished)
        .orderBy(desc(documents.fileModifiedAt), desc(documents.id))
        .limit(limit)
    },

    /** How many documents are published by language; under null the universal ones. */
    async countPublished(): Promise<Map<Language | null, number>> {
      const rows = await db
        .select({ language: documents.mappedLanguage, total: count() })
        .from(documents)
        .where(isPublished)
        .groupBy(documents.mappedLanguage)
      return new Map(rows.map(({ language, total }) => [language, total]))
    },

    /** Sets a document's status; answers whether there is such a document. */
    async setStatus(id: string, status: DocumentStatus, now: Date): Promise<boolean> {
      const changed = await db
        .update(documents)
        .set({ status, updatedAt: now, ...(status === 'published' && { publishedAt: now }) })
        .where(eq(documents.id, id))
        .returning({ id: documents.id })
      return changed.length > 0
    },
  }
}
