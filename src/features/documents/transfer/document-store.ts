import { inArray } from 'drizzle-orm'
import { type DocumentRow, selectWithFile } from '#features/documents/store.ts'
import { documents } from '#features/documents/table.ts'
import type { Database } from '#platform/postgres.ts'

/** A document, and whether the file that it serves has been found good. */
export type ListedDocument = DocumentRow & { isReady: boolean }

/** All documents, those in the bin too. */
export async function listWholeDocuments(db: Database): Promise<ListedDocument[]> {
  const rows = await selectWithFile(db)
  return rows.map(({ document, served }) => ({ ...document, isReady: served !== null }))
}

/** The documents at these addresses. */
export async function listBySlugs(db: Database, slugs: readonly string[]): Promise<DocumentRow[]> {
  if (slugs.length === 0) return []
  return db
    .select()
    .from(documents)
    .where(inArray(documents.slug, [...slugs]))
}
