import { and, between, desc, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { documentDownloads, documents } from '#features/documents/table.ts'
import type { Database } from '#platform/postgres.ts'
import type { Days } from '#shared/time/days.ts'

const downloads = sql<number>`sum(${documentDownloads.downloads})`.mapWith(Number)
const within = ({ from, to }: Days) => between(documentDownloads.day, from, to)

/** The queries on how often documents are downloaded. */
export function createDocumentFigureStore(db: Database) {
  return {
    /** The downloads of each day of a period that has any. */
    async listDays(period: Days): Promise<{ day: string; downloads: number }[]> {
      return db
        .select({ day: documentDownloads.day, downloads })
        .from(documentDownloads)
        .where(within(period))
        .groupBy(documentDownloads.day)
    },

    /** The downloads in a period of documents that are not in the bin, the most first. */
    async listDocuments(period: Days, limit: number): Promise<{ id: string; downloads: number }[]> {
      return db
        .select({ id: documentDownloads.documentId, downloads })
        .from(documentDownloads)
        .innerJoin(documents, eq(documents.id, documentDownloads.documentId))
        .where(and(within(period), isNull(documents.deletedAt)))
        .groupBy(documentDownloads.documentId)
        .orderBy(desc(downloads), documentDownloads.documentId)
        .limit(limit)
    },

    /** What documents are called, by their ids or their addresses; those in the bin are left out. */
    async describe({ ids, slugs }: { ids: readonly string[]; slugs: readonly string[] }) {
      const { id, slug, title, fileSize } = documents
      return db
        .select({ id, slug, title, fileSize })
        .from(documents)
        .where(and(isNull(documents.deletedAt), or(inArray(id, [...ids]), inArray(slug, [...slugs]))))
    },
  }
}
