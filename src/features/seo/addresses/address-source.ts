import type { ContentKey } from '#features/content/contract.ts'
import type { ItemAddress, LocalizedPaths, MappedPage, PageContents } from '#features/seo/contract.ts'
import type { Language } from '#shared/languages.ts'

/** When a text was published. */
export interface Publication {
  key: ContentKey
  language: Language
  publishedAt: Date
}

export interface AddressSourceOptions<Page extends MappedPage> {
  pages: readonly Page[]
  /** Those of the pages that search engines may list. */
  listIndexed(): readonly Page[]
  /** What features say of the pages that list their things. */
  sources: readonly PageContents[]
  /** Whether the sitemap lists single things. */
  listsItems(): boolean
  listPublications(): Promise<Publication[]>
}

/** What has changed what pages show, beside the program itself. */
export interface PageChanges {
  /** The texts of a page that are published in a language. */
  publicationsOf(page: MappedPage, language: Language): Publication[]
  /** When the entries that a page lists last changed. */
  listChangeOf(page: MappedPage): Date | undefined
}

/** How many things are read at a time. */
const batch = 200

/**
 * The public addresses of the site by what its features say: its pages, and the pages about single things, such as documents.
 * Everybody who lists addresses begins here, and leaves out what is not theirs.
 */
export function createAddressSource<Page extends MappedPage>(options: AddressSourceOptions<Page>) {
  const { pages, listIndexed, sources, listsItems, listPublications } = options

  return {
    pages,
    listIndexed,
    listsItems,

    /** How many single things have pages. */
    async countItems(): Promise<number> {
      const counts = await Promise.all(sources.map((source) => source.countItems?.() ?? 0))
      return counts.reduce((sum, one) => sum + one, 0)
    },

    /** Single things from one position up to another, some at a time, so that memory stays the same however many there are. */
    async *readItems(from: number, to: number): AsyncGenerator<readonly ItemAddress[]> {
      let before = 0
      for (const source of sources) {
        const count = (await source.countItems?.()) ?? 0
        const end = Math.min(to - before, count)
        for (let offset = Math.max(0, from - before); offset < end; offset += batch)
          yield (await source.listItems?.({ offset, limit: Math.min(batch, end - offset) })) ?? []
        before += count
      }
    },

    /** The first single things of each kind. */
    async listFirstItems(limit: number): Promise<ItemAddress[]> {
      const lists = sources.map((source) => source.listItems?.({ offset: 0, limit }) ?? [])
      return (await Promise.all(lists)).flat()
    },

    async readChanges(): Promise<PageChanges> {
      const [publications, listChanges] = await Promise.all([
        listPublications(),
        Promise.all(
          sources.map(async ({ name, findLastChange }) => [name, await findLastChange?.()] as const),
        ),
      ])
      const published = Map.groupBy(publications, ({ language, key }) => `${language} ${key}`)
      const changes = new Map<string, Date | undefined>(listChanges)
      return {
        publicationsOf: ({ reads }, language) =>
          reads.flatMap((key) => published.get(`${language} ${key}`) ?? []),
        listChangeOf: ({ name }) => changes.get(name),
      }
    },
  }
}
export type AddressSource<Page extends MappedPage = MappedPage> = ReturnType<typeof createAddressSource<Page>>

/** Where a page is in a language, below the site's own address. */
export const pathIn = ({ path, paths }: LocalizedPaths, language: Language): string =>
  `/${language}${paths?.[language] ?? path}`
