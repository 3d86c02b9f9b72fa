import type { PublishedTexts } from '#features/content/contract.ts'
import { type AddressSource, type PageChanges, pathIn } from '#features/seo/addresses/address-source.ts'
import type { ItemAddress, LocalizedPaths, MappedPage, ShareCard } from '#features/seo/contract.ts'
import { shareCardPath } from '#features/seo/model.ts'
import { type Language, languages } from '#shared/languages.ts'

/** When the built-in text of each page last changed, by page and language (`tools/date-pages.ts` writes it). */
export type PageDates = Record<string, Partial<Record<Language, { date: string; digest: string }>>>

/** A page in every language, as the sitemap lists it. */
export interface SitemapEntry extends LocalizedPaths {
  /** When it last changed in a language, in ISO 8601. */
  changeOf(language: Language): string | undefined
  /** The path of its picture in a language. */
  pictureOf(language: Language): string
}

/** An address that the sitemap lists. */
export interface ListedAddress {
  address: string
  language: Language
  type: 'page' | 'document'
  /** When it last changed, if that is known. */
  changedAt: Date | undefined
}

export interface SitemapEntryOptions<Page extends MappedPage> {
  publicUrl: string
  addresses: AddressSource<Page>
  pageDates: PageDates
  publishedTexts(language: Language): Promise<PublishedTexts>
  /** The share card of a page, with the texts that are published now. */
  describeCard(page: Page, language: Language, texts: PublishedTexts): ShareCard
}

/** What the sitemap lists: the pages that search engines may list, and single things if they are to be in it. */
export function createSitemapEntries<Page extends MappedPage>(options: SitemapEntryOptions<Page>) {
  const { publicUrl, addresses } = options
  const countItems = async () => (addresses.listsItems() ? addresses.countItems() : 0)

  /** The entries of single things from one position up to another, some at a time. */
  async function* readItems(from: number, to: number): AsyncGenerator<SitemapEntry[]> {
    for await (const items of addresses.readItems(from, to)) yield items.map(itemEntry)
  }

  return {
    countItems,
    readItems,
    countPages: () => addresses.listIndexed().length,
    readPages: () => readPages(options),

    /** All addresses that the sitemap lists. */
    async listAddresses(): Promise<ListedAddress[]> {
      const listed = (await readPages(options)).flatMap((entry) => listAddressesOf(publicUrl, entry, 'page'))
      for await (const entries of readItems(0, await countItems()))
        listed.push(...entries.flatMap((entry) => listAddressesOf(publicUrl, entry, 'document')))
      return listed
    },
  }
}

async function readPages<Page extends MappedPage>(
  options: SitemapEntryOptions<Page>,
): Promise<SitemapEntry[]> {
  const { pageDates, addresses } = options
  const [changes, texts] = await Promise.all([
    addresses.readChanges(),
    Promise.all(languages.map(async (code) => [code, await options.publishedTexts(code)] as const)),
  ])
  const textsIn = new Map(texts)
  return addresses.listIndexed().map((page) => ({
    path: page.path,
    changeOf: (language) => findLastChange(page, language, { pageDates, changes }),
    pictureOf: (language) => shareCardPath(options.describeCard(page, language, textsIn.get(language) ?? {})),
  }))
}

const itemEntry = (item: ItemAddress): SitemapEntry => ({
  ...item,
  changeOf: () => item.changedAt.toISOString(),
  pictureOf: (language) => `${pathIn(item, language)}/card.png`,
})

/** When a page last changed: the newest of its built-in text, its published texts and its entries. */
function findLastChange(
  page: MappedPage,
  language: Language,
  { pageDates, changes }: { pageDates: PageDates; changes: PageChanges },
): string | undefined {
  const dates = [
    pageDates[page.name]?.[language]?.date,
    changes.listChangeOf(page)?.toISOString(),
    ...changes.publicationsOf(page, language).map(({ publishedAt }) => publishedAt.toISOString()),
  ]
  // ISO 8601 dates in UTC can be compared as text.
  return dates
    .filter((date) => date !== undefined)
    .toSorted()
    .at(-1)
}

/** The addresses of an entry, one in each language. */
function listAddressesOf(
  publicUrl: string,
  entry: SitemapEntry,
  type: ListedAddress['type'],
): ListedAddress[] {
  return languages.map((language) => {
    const changed = entry.changeOf(language)
    const changedAt = changed === undefined ? undefined : new Date(changed)
    return { address: publicUrl + pathIn(entry, language), language, type, changedAt }
  })
}
