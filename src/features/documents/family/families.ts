import { type DocumentVariant, mostCandidates } from '#features/documents/contract.ts'
import type { DocumentRow } from '#features/documents/store.ts'
import type { Database } from '#platform/postgres.ts'
import type { Revision } from '#platform/revision.ts'
import { type Language, languageNames, languages } from '#shared/languages.ts'
import { Problem } from '#shared/problem.ts'
import { createFamilyStore, type FamilyMember, listCandidates } from './family-store.ts'

/** The families of documents: the same one in several languages. Every change is in force for visitors once it has been answered. */
export function createFamilies({ db, revision }: { db: Database; revision: Revision }) {
  return {
    /**
     * Adds a document to the family of another, which has one from then on. Nothing happens when they are together already.
     * @throws {Problem} 404; 409 when one of them is for all languages, the added one has a family, or its language is taken
     */
    add: (id: string, addedId: string) =>
      revision.publish(async (transaction) => {
        const store = createFamilyStore(transaction)
        const rows = await store.lock([id, addedId])
        const [document, added] = [id, addedId].map((wanted) => rows.find((row) => row.id === wanted))
        if (!document || document.deletedAt || !added || added.deletedAt)
          throw new Problem('document_not_found', 404)
        if (document.familyId !== null && document.familyId === added.familyId) return
        if (document.mappedLanguage === null || added.mappedLanguage === null)
          throw new Problem('family_needs_language', 409)
        if (added.familyId !== null) throw new Problem('document_in_family', 409)
        const members = rows.filter((row) => row === document || isTogether(row, document))
        const twin = members.find(({ mappedLanguage }) => mappedLanguage === added.mappedLanguage)
        if (twin) throw isTaken(added.mappedLanguage, twin)
        const family = document.familyId ?? crypto.randomUUID()
        await store.setFamily([id, addedId], family)
      }),

    /** Takes a document out of its family, also one in the bin. @throws {Problem} 404 */
    leave: (id: string) =>
      revision.publish(async (transaction) => {
        const store = createFamilyStore(transaction)
        const document = (await store.lock([id])).find((row) => row.id === id)
        if (!document) throw new Problem('document_not_found', 404)
        if (document.familyId === null) return
        await store.setFamily([id], null)
        await store.dissolveIfAlone(document.familyId)
      }),

    /** Documents that can be added to the family of one. @throws {Problem} 404 */
    async listCandidates(document: DocumentRow, search: string): Promise<DocumentVariant[]> {
      const { familyId, mappedLanguage } = document
      if (mappedLanguage === null) return []
      const members = familyId === null ? [] : await createFamilyStore(db).listMembers([familyId])
      const taken = [mappedLanguage, ...members.flatMap((one) => one.mappedLanguage ?? [])]
      const found = await listCandidates(db, { taken, search, limit: mostCandidates })
      return found.flatMap(toVariant)
    },
  }
}
export type Families = ReturnType<typeof createFamilies>

const isTogether = (one: DocumentRow, other: DocumentRow) =>
  one.familyId !== null && one.familyId === other.familyId

const isTaken = (language: Language, { title }: Pick<DocumentRow, 'title'>) =>
  new Problem('family_language_taken', 409, { params: { language: languageNames[language], title } })

/** Checks that a document may have a language within its family. @throws {Problem} 409 */
export async function checkLanguage(
  transaction: Database,
  { id, familyId }: Pick<DocumentRow, 'id' | 'familyId'>,
  language: Language | null,
): Promise<void> {
  if (familyId === null) return
  if (language === null) throw new Problem('family_needs_language', 409)
  const other = await createFamilyStore(transaction).findOther(familyId, language, id)
  if (other) throw isTaken(language, other)
}

/** What the team sees of the documents of a family, in the order of the languages. */
export function toVariants(members: readonly FamilyMember[]): DocumentVariant[] {
  const order = ({ language }: DocumentVariant) => languages.indexOf(language)
  return members.flatMap(toVariant).toSorted((a, b) => order(a) - order(b))
}

/** None of a document for all languages. */
function toVariant({ id, title, status, deletedAt, mappedLanguage }: FamilyMember): DocumentVariant[] {
  if (mappedLanguage === null) return []
  return [{ id, title, language: mappedLanguage, status, deleted_at: deletedAt?.toISOString() ?? null }]
}
