import { and, count, desc, eq, inArray, isNull } from 'drizzle-orm'
import type { FileReport } from '#features/documents/contract.ts'
import type { DocumentRow } from '#features/documents/store.ts'
import { documents, documentVersions } from '#features/documents/table.ts'
import type { Database } from '#platform/postgres.ts'
import type { Language } from '#shared/languages.ts'

/** Whether a document is public. */
export const isPublished = and(eq(documents.status, 'published'), isNull(documents.deletedAt))

/** A public document with what was found in the file that it serves. */
export interface PublishedDocument {
  document: DocumentRow
  report: FileReport | null
}

/** A public document's place on the site. */
export type DocumentAddress = Pick<
  DocumentRow,
  'id' | 'slug' | 'title' | 'familyId' | 'mappedLanguage' | 'updatedAt' | 'fileModifiedAt'
>

const ofServedFile = and(
  eq(documentVersions.documentId, documents.id),
  eq(documentVersions.number, documents.versionNumber),
)

/** Documents with what was found in the files that they serve. */
export const selectServed = (db: Database) =>
  db
    .select({ document: documents, report: documentVersions.report })
    .from(documents)
    .leftJoin(documentVersions, ofServedFile)

/** The queries on documents that are public. */
export function createLibraryStore(db: Database) {
  return {
    /** The published documents of families. */
    async listVariants(familyIds: readonly string[]): Promise<DocumentRow[]> {
      if (familyIds.length === 0) return []
      return db
        .select()
        .from(documents)
        .where(and(isPublished, inArray(documents.familyId, [...familyIds])))
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

    async find(slug: string): Promise<PublishedDocument | undefined> {
      const [row] = await selectServed(db).where(and(isPublished, eq(documents.slug, slug)))
      return row
    },

    async listBySlugs(slugs: readonly string[]): Promise<PublishedDocument[]> {
      if (slugs.length === 0) return []
      return selectServed(db).where(and(isPublished, inArray(documents.slug, [...slugs])))
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

    async findPublished(slug: string): Promise<DocumentRow | undefined> {
      const [row] = await db
        .select()
        .from(documents)
        .where(and(isPublished, eq(documents.slug, slug)))
      return row
    },
  }
}
