import { and, asc, desc, eq, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { DocumentSort, LibraryChoice } from '#features/documents/contract.ts'
import { inOrderOf } from '#features/documents/model.ts'
import type { DocumentRow } from '#features/documents/store.ts'
import { documents } from '#features/documents/table.ts'
import type { Database } from '#platform/postgres.ts'
import type { Language } from '#shared/languages.ts'
import { isPublished, type PublishedDocument, selectServed } from './library-store.ts'

/** The others of a document's family, in the conditions below. */
const others = alias(documents, 'others')

const isForReader = (language: Language) =>
  or(eq(documents.mappedLanguage, language), isNull(documents.mappedLanguage))

/**
 * Whether a document stands in for one that its family does not have in a language: the one in the site's language, else the
 * newest.
 */
function standsIn(language: Language, siteLanguage: Language): SQL | undefined {
  const isNewer = sql`(${others.fileModifiedAt}, ${others.id}) > (${documents.fileModifiedAt}, ${documents.id})`
  const comesFirst = or(
    eq(others.mappedLanguage, language),
    and(
      sql`${documents.mappedLanguage} <> ${siteLanguage}`,
      or(eq(others.mappedLanguage, siteLanguage), isNewer),
    ),
  )
  return and(
    isNotNull(documents.familyId),
    sql`${documents.mappedLanguage} <> ${language}`,
    sql`NOT EXISTS (SELECT FROM ${documents} AS others WHERE ${and(
      eq(others.familyId, documents.familyId),
      eq(others.status, 'published'),
      isNull(others.deletedAt),
      comesFirst,
    )})`,
  )
}

/** Which documents are listed. */
interface ListedDocuments extends Pick<LibraryChoice, 'language' | 'category'> {
  /** Where families without the language are shown in another one: the language that is taken first. */
  standInLanguage: Language | undefined
}

function isListed({ language, category, standInLanguage }: ListedDocuments): SQL | undefined {
  const isShown =
    standInLanguage === undefined
      ? isForReader(language)
      : or(isForReader(language), standsIn(language, standInLanguage))
  return and(isPublished, isShown, category && eq(documents.category, category))
}

function orderOf(sort: DocumentSort, language: Language): SQL[] {
  const rank = sql`CASE ${documents.mappedLanguage} WHEN ${language} THEN 0 ELSE 2 END`
  const orders: Record<DocumentSort, SQL> = {
    language: sql`CASE WHEN ${documents.mappedLanguage} IS NULL THEN 1 ELSE ${rank} END`,
    name: asc(documents.titleKey),
    date: desc(documents.fileModifiedAt),
    size: asc(documents.fileSize),
  }
  // The address is the last criterion, so that the order is always the same.
  return [orders[sort], asc(documents.nameKey), asc(documents.slug)]
}

/** The queries on lists of public documents. */
export function createListStore(db: Database) {
  return {
    /** The published documents of a language and then the universal ones, each by name. */
    async listFiles(language: Language, limit: number): Promise<DocumentRow[]> {
      return db
        .select()
        .from(documents)
        .where(and(isPublished, isForReader(language)))
        .orderBy(...orderOf('language', language))
        .limit(limit)
    },

    /** Some of the documents that are listed. */
    async listPart(
      listed: ListedDocuments,
      { sort, limit, offset }: { sort: DocumentSort; limit: number; offset: number },
    ): Promise<PublishedDocument[]> {
      // Their ids first, so that only those are read in full.
      const ids = await db
        .select({ id: documents.id })
        .from(documents)
        .where(isListed(listed))
        .orderBy(...orderOf(sort, listed.language))
        .limit(limit)
        .offset(offset)
      if (ids.length === 0) return []
      const wanted = ids.map(({ id }) => id)
      const rows = await selectServed(db).where(inArray(documents.id, wanted))
      return inOrderOf(wanted, rows)
    },

    countListed: (listed: ListedDocuments): Promise<number> => db.$count(documents, isListed(listed)),
  }
}
