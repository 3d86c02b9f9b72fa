import { and, eq, lt, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { dayOf, isWithin } from '#platform/database/local-days.ts'
import type { Database } from '#platform/postgres.ts'
import { foldText } from '#shared/fold-text.ts'
import type { LocalDays, TimelineEvent } from '#shared/time/timeline.ts'
import { documents, documentVersions } from './table.ts'

export type DocumentRow = typeof documents.$inferSelect
export type NewDocumentRow = Omit<typeof documents.$inferInsert, 'searchText'>

/** A document with the newest version of its file, and the one that is served, if it is ready. */
export interface DocumentWithFile {
  document: DocumentRow
  version: typeof documentVersions.$inferSelect | null
  served: typeof documentVersions.$inferSelect | null
}

const servedVersions = alias(documentVersions, 'served')
const newestVersion = sql`(SELECT max(number) FROM ${documentVersions} WHERE document_id = ${documents.id})`

/** Documents with the newest versions of their files and those that are served. */
export const selectWithFile = (db: Database) =>
  db
    .select({ document: documents, version: documentVersions, served: servedVersions })
    .from(documents)
    .leftJoin(
      documentVersions,
      and(eq(documentVersions.documentId, documents.id), eq(documentVersions.number, newestVersion)),
    )
    .leftJoin(
      servedVersions,
      and(
        eq(servedVersions.documentId, documents.id),
        eq(servedVersions.number, documents.versionNumber),
        eq(servedVersions.state, 'ready'),
      ),
    )

/** The queries on documents. Give it a transaction to make several of them one. */
export function createDocumentStore(db: Database) {
  return {
    /** Whether there is any document, deleted ones too. */
    async hasAny(): Promise<boolean> {
      const rows = await db.select({ id: documents.id }).from(documents).limit(1)
      return rows.length > 0
    },

    async find(id: string): Promise<DocumentWithFile | undefined> {
      const [row] = await selectWithFile(db).where(eq(documents.id, id))
      return row
    },

    /** Locks a document until the transaction ends. */
    async lock(id: string): Promise<DocumentRow | undefined> {
      const [row] = await db.select().from(documents).where(eq(documents.id, id)).for('update')
      return row
    },

    async insert(row: NewDocumentRow): Promise<DocumentRow> {
      const [added] = await db
        .insert(documents)
        .values({ ...row, searchText: searchTextOf(row) })
        .returning()
      if (!added) throw new Error('the database returned no inserted document')
      return added
    },

    async update(id: string, changes: Partial<NewDocumentRow>): Promise<void> {
      await db.update(documents).set(changes).where(eq(documents.id, id))
    },

    /** Serves another file, which the search finds by its name. */
    async serve(row: DocumentRow, file: ServedFile & Partial<NewDocumentRow>): Promise<void> {
      await db
        .update(documents)
        .set({ ...file, searchText: searchTextOf({ ...row, ...file }) })
        .where(eq(documents.id, row.id))
    },

    /** Changes what a document says about itself. */
    async describe(row: DocumentRow, changes: DocumentWords & Partial<NewDocumentRow>): Promise<void> {
      const searchText = searchTextOf({ ...row, ...changes })
      await db
        .update(documents)
        .set({ ...changes, searchText })
        .where(eq(documents.id, row.id))
    },

    /** Deletes a document with everything that is known of its files. */
    async erase(id: string): Promise<void> {
      await db.delete(documents).where(eq(documents.id, id))
    },

    /** The documents that were published within days, as far as they are not deleted. */
    async listPublications(days: LocalDays): Promise<TimelineEvent[]> {
      const { title, publishedAt, deletedAt } = documents
      const { rows } = await db.execute<Record<string, unknown> & TimelineEvent>(sql`
        SELECT ${dayOf(publishedAt, days.timeZone)}::text AS day, ${title} AS name, 1 AS count FROM ${documents}
        WHERE ${isWithin(publishedAt, days)} AND ${deletedAt} IS NULL ORDER BY ${publishedAt}`)
      return rows
    },

    /** The ids of documents that were put into the bin before a moment. */
    async listDeletedBefore(moment: Date): Promise<string[]> {
      const rows = await db
        .select({ id: documents.id })
        .from(documents)
        .where(lt(documents.deletedAt, moment))
      return rows.map(({ id }) => id)
    },
  }
}

type ServedFile = Pick<
  DocumentRow,
  | 'versionNumber'
  | 'originalFilename'
  | 'filePath'
  | 'fileSize'
  | 'fileDigest'
  | 'fileModifiedAt'
  | 'pageCount'
>

type DocumentWords = Pick<DocumentRow, 'title' | 'description' | 'keywords'>

/** What the search of the team's list finds. */
function searchTextOf(row: Pick<NewDocumentRow, keyof DocumentWords | 'originalFilename'>): string {
  const { title, description = '', keywords = '', originalFilename } = row
  return foldText([title, description, keywords, originalFilename].join(' '))
}
