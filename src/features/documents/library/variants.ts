import type { PublicVariant } from '#features/documents/contract.ts'
import { documentPath } from '#features/documents/model.ts'
import type { DocumentRow } from '#features/documents/store.ts'
import type { ItemAddress } from '#features/seo/contract.ts'
import { type Language, languages } from '#shared/languages.ts'
import type { DocumentAddress } from './library-store.ts'

/** The others of a document's family, in the order of the languages. */
export function toVariants(
  { id, familyId }: Pick<DocumentRow, 'id' | 'familyId'>,
  members: readonly DocumentRow[],
): PublicVariant[] {
  const variants = members
    .filter((one) => familyId !== null && one.familyId === familyId && one.id !== id)
    .flatMap(({ slug, title, mappedLanguage: language }) => (language ? [{ slug, title, language }] : []))
  return variants.toSorted((a, b) => languages.indexOf(a.language) - languages.indexOf(b.language))
}

/** The document of a family for languages that it does not have: the one in the site's language, else the newest. */
export function findStandIn<Member extends Omit<DocumentAddress, 'title'>>(
  members: readonly Member[],
  siteLanguage: Language,
): Member | undefined {
  const [newest] = members.toSorted(
    (a, b) => b.fileModifiedAt.getTime() - a.fileModifiedAt.getTime() || (a.id < b.id ? 1 : -1),
  )
  return members.find(({ mappedLanguage }) => mappedLanguage === siteLanguage) ?? newest
}

/** The pages of documents for the sitemap: one in each language, of a family the page of the document that is offered in it. */
export function toAddresses(rows: readonly DocumentAddress[], siteLanguage: Language): ItemAddress[] {
  const groups = Map.groupBy(rows, ({ familyId, id }) => familyId ?? id)
  return [...groups.values()].flatMap((members) => {
    const standIn = findStandIn(members, siteLanguage)
    if (!standIn) return []
    const paths = members.map(({ mappedLanguage, slug }) => [mappedLanguage, documentPath(slug)])
    const changes = members.flatMap(({ updatedAt, fileModifiedAt }) => [
      updatedAt.getTime(),
      fileModifiedAt.getTime(),
    ])
    return {
      path: documentPath(standIn.slug),
      title: standIn.title,
      changedAt: new Date(Math.max(...changes)),
      ...(members.length > 1 && { paths: Object.fromEntries(paths) }),
    }
  })
}
