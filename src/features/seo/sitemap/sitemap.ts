import type { ContentKey, PublishedText } from '#features/content/contract.ts'
import type { MappedPage, ShareCard } from '#features/seo/contract.ts'
import { shareCardPath } from '#features/seo/model.ts'
import { type Language, languages } from '#shared/languages.ts'
import {
  findLastChange,
  type MappedItem,
  type PageDates,
  type Publication,
  urlSet,
  writeEntry,
  writeIndex,
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

/**
 * How many things one file lists, each in ten languages with all alternates. Fifty thousand addresses, which the protocol
 * allows, would exceed the 50 MB that it allows as well.
 */
export const thingsPerFile = 2_000
/** Up to how many things the whole sitemap is one small file, which is kept in memory. */
const smallLimit = 100
/** How many things are read and written at a time. */
const batch = 200

/** What is served at an address of the sitemap: a text that may be kept, or one that is written while it is sent. */
export type SitemapFile = { text: string } | { parts: AsyncIterable<string> }

/**
 * The sitemap: one file while it is small, else an index of files by type. Large ones are written while they are sent, so that
 * memory stays the same however many there are.
 */
export function createSitemap<Page extends MappedPage>(options: SitemapOptions<Page>) {
  const { publicUrl, listPages, listSources } = options

  async function countItems(): Promise<number> {
    const counts = await Promise.all(listSources().map((source) => source.countItems?.() ?? 0))
    return counts.reduce((sum, one) => sum + one, 0)
  }

  /** The entries of items of all sources, from one position up to another. */
  async function* writeItems(from: number, to: number): AsyncGenerator<string> {
    let before = 0
    for (const source of listSources()) {
      const count = (await source.countItems?.()) ?? 0
      const end = Math.min(to - before, count)
      for (let offset = Math.max(0, from - before); offset < end; offset += batch) {
        const items = (await source.listItems?.({ offset, limit: Math.min(batch, end - offset) })) ?? []
        yield items.map((item) => writeEntry(publicUrl, itemEntry(item))).join('')
      }
      before += count
    }
  }

  async function* writeFile(from: number, to: number): AsyncGenerator<string> {
    yield urlSet.start
    yield* writeItems(from, to)
    yield urlSet.end
  }

  const isSplit = (items: number) => items + listPages().length > thingsPerFile

  return {
    /** `/sitemap.xml`. */
    async readMain(): Promise<SitemapFile> {
      const items = await countItems()
      if (isSplit(items)) {
        const files = Math.ceil(items / thingsPerFile)
        const numbers = Array.from({ length: files }, (_, index) => `/sitemap-documents-${index + 1}.xml`)
        return { text: writeIndex(['/sitemap-pages.xml', ...numbers].map((path) => publicUrl + path)) }
      }
      const pages = await writePages(options)
      if (items <= smallLimit)
        return { text: urlSet.start + pages + (await join(writeItems(0, items))) + urlSet.end }
      return {
        parts: (async function* () {
          yield urlSet.start + pages
          yield* writeItems(0, items)
          yield urlSet.end
        })(),
      }
    },

    /** `/sitemap-pages.xml`; undefined while the sitemap is one file. */
    async readPages(): Promise<SitemapFile | undefined> {
      if (!isSplit(await countItems())) return undefined
      return { text: urlSet.start + (await writePages(options)) + urlSet.end }
    },

    /** `/sitemap-documents-<number>.xml`, counted from 1; undefined beyond the last one. */
    async readItems(number: number): Promise<SitemapFile | undefined> {
      const items = await countItems()
      const from = (number - 1) * thingsPerFile
      if (!isSplit(items) || from >= items) return undefined
      return { parts: writeFile(from, Math.min(items, from + thingsPerFile)) }
    },
  }
}
export type Sitemap = ReturnType<typeof createSitemap>

/** The entries of the pages that list themselves. */
async function writePages<Page extends MappedPage>(options: SitemapOptions<Page>): Promise<string> {
  const { publicUrl, pageDates, listPages, listSources } = options
  const [publications, listed, texts] = await Promise.all([
    options.listPublications(),
    findListed(listSources()),
    Promise.all(languages.map(async (code) => [code, await options.publishedTexts(code)] as const)),
  ])
  const textsIn = new Map(texts)
  const changes = { pageDates, publications, listed }
  return listPages()
    .map((page) =>
      writeEntry(publicUrl, {
        path: page.path,
        changeOf: (language) => findLastChange(page, language, changes),
        pictureOf: (language) =>
          shareCardPath(options.describeCard(page, language, textsIn.get(language) ?? {})),
      }),
    )
    .join('')
}

const itemEntry = (item: MappedItem) => ({
  ...item,
  changeOf: () => item.changedAt.toISOString(),
  pictureOf: (language: Language) => `/${language}${item.paths?.[language] ?? item.path}/card.png`,
})

async function join(parts: AsyncIterable<string>): Promise<string> {
  let whole = ''
  for await (const part of parts) whole += part
  return whole
}

/** When the entries that each page lists last changed, by page. */
async function findListed(sources: readonly PageContents[]): Promise<Record<string, Date>> {
  const dates = await Promise.all(
    sources.map(async (source) => [source.name, await source.findLastChange?.()] as const),
  )
  return Object.fromEntries(dates.flatMap(([name, date]) => (date ? [[name, date]] : [])))
}
