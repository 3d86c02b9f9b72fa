import { and, asc, eq, inArray, isNotNull, isNull, like, ne, notInArray, or, sql } from 'drizzle-orm'
import type { DocumentRow } from '#features/documents/store.ts'
import { documents } from '#features/documents/table.ts'
import { containing } from '#platform/like-pattern.ts'
import type { Database } from '#platform/postgres.ts'
import { foldText } from '#shared/fold-text.ts'
import type { Language } from '#shared/languages.ts'

export type FamilyMember = Pick<
  DocumentRow,
  'id' | 'familyId' | 'title' | 'mappedLanguage' | 'status' | 'deletedAt'
>

const member = {
  id: documents.id,
  familyId: documents.familyId,
  title: documents.title,
  mappedLanguage: documents.mappedLanguage,
  status: documents.status,
  deletedAt: documents.deletedAt,
}

/** The queries on families of documents. Give it a transaction to make several of them one. */
export function createFamilyStore(db: Database) {
  return {
    /** Locks documents, and all that are in a family with one of them, until the transaction ends. */
    async lock(ids: readonly string[]): Promise<DocumentRow[]> {
      // First, so that no family changes while its documents are locked: two would wait for each other.
      await db.execute(sql`SELECT pg_advisory_xact_lock(hashtext('document families'))`)
      const families = db
        .select({ id: documents.familyId })
        .from(documents)
        .where(inArray(documents.id, [...ids]))
      // In the order in which changes of many documents lock them.
      return db
        .select()
        .from(documents)
        .where(or(inArray(documents.id, [...ids]), inArray(documents.familyId, families)))
        .orderBy(asc(documents.id))
        .for('update')
    },

    async setFamily(ids: readonly string[], familyId: string | null): Promise<void> {
      await db
        .update(documents)
        .set({ familyId })
        .where(inArray(documents.id, [...ids]))
    },

    /** Ends a family that has only one document left. */
    async dissolveIfAlone(familyId: string): Promise<void> {
      const isOfFamily = eq(documents.familyId, familyId)
      const left = sql`(SELECT count(*) FROM ${documents} WHERE ${isOfFamily})`
      await db
        .update(documents)
        .set({ familyId: null })
        .where(and(isOfFamily, sql`${left} = 1`))
    },

    /** The documents of families, in the bin or not, by language. */
    async listMembers(familyIds: readonly string[]): Promise<FamilyMember[]> {
      if (familyIds.length === 0) return []
      return db
        .select(member)
        .from(documents)
        .where(inArray(documents.familyId, [...familyIds]))
        .orderBy(asc(documents.mappedLanguage))
    },

    /** The document of a family that has a language, other than `id`. */
    async findOther(
      familyId: string,
      language: Language,
      id: string,
    ): Promise<Pick<DocumentRow, 'title'> | undefined> {
      const [row] = await db
        .select({ title: documents.title })
        .from(documents)
        .where(
          and(eq(documents.familyId, familyId), eq(documents.mappedLanguage, language), ne(documents.id, id)),
        )
      return row
    },
  }
}

/** Documents without a family, in none of the languages that are taken, that have all words. */
export async function listCandidates(
  db: Database,
  { taken, search, limit }: { taken: readonly Language[]; search: string; limit: number },
): Promise<FamilyMember[]> {
  const words = foldText(search).split(' ').filter(Boolean)
  return db
    .select(member)
    .from(documents)
    .where(
      and(
        isNull(documents.familyId),
        isNull(documents.deletedAt),
        isNotNull(documents.mappedLanguage),
        notInArray(documents.mappedLanguage, [...taken]),
        ...words.map((word) => like(documents.searchText, containing(word))),
      ),
    )
    .orderBy(asc(documents.titleKey), asc(documents.id))
    .limit(limit)
}
