import { and, asc, desc, eq, inArray, isNotNull, isNull, like, type SQL } from 'drizzle-orm'
import type { DocumentListQuery } from '#features/documents/contract.ts'
import { inOrderOf } from '#features/documents/model.ts'
import { type DocumentWithFile, selectWithFile } from '#features/documents/store.ts'
import { documents } from '#features/documents/table.ts'
import { containing } from '#platform/like-pattern.ts'
import type { Database } from '#platform/postgres.ts'
import { foldText } from '#shared/fold-text.ts'

const columns = {
  created_at: documents.createdAt,
  updated_at: documents.updatedAt,
  title: documents.titleKey,
  file_size: documents.fileSize,
  total_downloads: documents.totalDownloads,
} as const

/** The documents of the team's list, and how many there are in all. */
export async function listDocuments(
  db: Database,
  query: DocumentListQuery,
): Promise<{ rows: DocumentWithFile[]; total: number }> {
  const condition = matching(query)
  const direction = query.sortOrder === 'asc' ? asc : desc
  // Their ids first, so that only those are read in full.
  const [ids, total] = await Promise.all([
    db
      .select({ id: documents.id })
      .from(documents)
      .where(condition)
      .orderBy(direction(columns[query.sortBy]), desc(documents.id))
      .limit(query.limit)
      .offset(query.offset),
    db.$count(documents, condition),
  ])
  const wanted = ids.map(({ id }) => id)
  const found = wanted.length === 0 ? [] : await selectWithFile(db).where(inArray(documents.id, wanted))
  return { rows: inOrderOf(wanted, found), total }
}

/** The condition of the filters of a list. */
function matching({ status, language, category, search }: DocumentListQuery): SQL | undefined {
  const words = foldText(search).split(' ').filter(Boolean)
  return and(
    status === 'deleted' ? isNotNull(documents.deletedAt) : isNull(documents.deletedAt),
    status && status !== 'deleted' ? eq(documents.status, status) : undefined,
    language === 'universal'
      ? isNull(documents.mappedLanguage)
      : language && eq(documents.mappedLanguage, language),
    category && eq(documents.category, category),
    ...words.map((word) => like(documents.searchText, containing(word))),
  )
}
