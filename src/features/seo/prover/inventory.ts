import type { ContentKey } from '#features/content/contract.ts'
import { type AddressSource, pathIn } from '#features/seo/addresses/address-source.ts'
import { languages } from '#shared/languages.ts'

/** A page that the product has in a language. */
export interface PublicAddress {
  address: string
  /** What it shows now: another one means that it has changed. */
  version: string
  /** The text that it shows first, which the team may change. */
  text: ContentKey | undefined
  /** Whether it is the page of one thing of many. */
  isItem: boolean
  /** Whether the sitemap lists it by its settings. */
  isListed: boolean
}

/** How many single things are checked. */
const mostItems = 10_000

/**
 * Lists the pages that the product has, in all languages, the site's own first. It says what is to be looked at, and what the
 * sitemap is to list; what the sitemap does list, the check reads over HTTP, as it reads the pages. The two are made from
 * one list of what there is, but in different ways: single things are listed here at once, and in the sitemap by parts and
 * files. What that one list itself leaves out is found by the links that lead to it.
 */
export async function listPublicAddresses(source: AddressSource): Promise<PublicAddress[]> {
  const [changes, items] = await Promise.all([source.readChanges(), source.listFirstItems(mostItems)])
  const ofPages = source.listIndexed().flatMap((page) =>
    languages.map((language) => {
      const texts = changes.publicationsOf(page, language)
      const times = texts.map(({ key, publishedAt }) => `${key} ${publishedAt.toISOString()}`).toSorted()
      const version = [...times, changes.listChangeOf(page)?.toISOString() ?? ''].join('\n')
      const address = pathIn(page, language)
      return { address, version, text: page.reads[0], isItem: false, isListed: true }
    }),
  )
  const ofItems = items.flatMap((item) =>
    languages.map((language) => ({
      ...{ address: pathIn(item, language), version: item.changedAt.toISOString() },
      ...{ text: undefined, isItem: true, isListed: source.listsItems() },
    })),
  )
  return [...ofPages, ...ofItems]
}
