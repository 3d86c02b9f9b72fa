import type { ContentKey, PublishedText } from '#features/content/contract.ts'
import type { MappedPage, ShareCard } from '#features/seo/contract.ts'
import { shareCardPath } from '#features/seo/model.ts'
import { type Language, languages } from '#shared/languages.ts'
import {
  findLastChange,
  type ListedAddress,
  listAddressesOf,
  type MappedItem,
  type PageDates,
  type Publication,
  type SitemapEntry,
} from './entries.ts'

export type Texts = Partial<Record<ContentKey, PublishedText>>

/** What a page lists. */
export interface PageContents {
  /** Of the page. */
  name: string
  /** When the entries that the page lists last changed. */
  findLastChange?(): Promise<Date | undefined>
  /** How many entries have pages of their own. */
  countItems?(): Promise<number>
  /** The pages of single entries, in an order that stays. */
  listItems?(part: { offset: number; limit: number }): Promise<readonly MappedItem[]>
}

export interface SitemapOptions<Page extends MappedPage> {
  publicUrl: string
  /** The public pages that search engines list. */
  listPages(): readonly Page[]
  pageDates: PageDates
  listPublications(): Promise<Publication[]>
  publishedTexts(language: Language): Promise<Texts>
  /** The share card of a page, with the texts that are published now. */
  describeCard(page: Page, language: Language, texts: Texts): ShareCard
  /** The pages' lists of entries. */
  listSources(): readonly PageContents[]
}

/** How many things are read at a time. */
const batch = 200

/** What the sitemap lists: the pages, and the single things of their lists. */
export function createSitemapThings<Page extends MappedPage>(options: SitemapOptions<Page>) {
  const { publicUrl, listSources } = options

  async function countItems(): Promise<number> {
    const counts = await Promise.all(listSources().map((source) => source.countItems?.() ?? 0))
    return counts.reduce((sum, one) => sum + one, 0)
  }

  /** The entries of items of all sources, from one position up to another, some at a time. */
  async function* readItems(from: number, to: number): AsyncGenerator<SitemapEntry[]> {
    let before = 0
    for (const source of listSources()) {
      const count = (await source.countItems?.()) ?? 0
      const end = Math.min(to - before, count)
      for (let offset = Math.max(0, from - before); offset < end; offset += batch) {
        const items = (await source.listItems?.({ offset, limit: Math.min(batch, end - offset) })) ?? []
        yield items.map(itemEntry)
      }
      before += count
    }
  }

  return {
    countItems,
    readItems,
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

/** The entries of the pages that list themselves. */
async function readPages<Page extends MappedPage>(options: SitemapOptions<Page>): Promise<SitemapEntry[]> {
  const { pageDates, listPages, listSources } = options
  const [publications, listed, texts] = await Promise.all([
    options.listPublications(),
    findListed(listSources()),
    Promise.all(languages.map(async (code) => [code, await options.publishedTexts(code)] as const)),
  ])
  const textsIn = new Map(texts)
  const changes = { pageDates, publications, listed }
  return listPages().map((page) => ({
    path: page.path,
    changeOf: (language) => findLastChange(page, language, changes),
    pictureOf: (language) => shareCardPath(options.describeCard(page, language, textsIn.get(language) ?? {})),
  }))
}

const itemEntry = (item: MappedItem) => ({
  ...item,
  changeOf: () => item.changedAt.toISOString(),
  pictureOf: (language: Language) => `/${language}${item.paths?.[language] ?? item.path}/card.png`,
})

/** When the entries that each page lists last changed, by page. */
async function findListed(sources: readonly PageContents[]): Promise<Record<string, Date>> {
  const dates = await Promise.all(
    sources.map(async (source) => [source.name, await source.findLastChange?.()] as const),
  )
  return Object.fromEntries(dates.flatMap(([name, date]) => (date ? [[name, date]] : [])))
}
