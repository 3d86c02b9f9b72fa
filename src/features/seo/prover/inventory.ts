import type { ContentKey } from '#features/content/contract.ts'
import type { MappedPage } from '#features/seo/contract.ts'
import type { Publication } from '#features/seo/sitemap/entries.ts'
import type { PageContents } from '#features/seo/sitemap/things.ts'
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

export interface InventoryOptions {
  /** Whether the sitemap lists single things. */
  listsItems(): boolean
  /** The pages that search engines may list. */
  listPages(): readonly MappedPage[]
  sources: readonly PageContents[]
  listPublications(): Promise<Publication[]>
}

/** How many single things are checked. */
const mostItems = 10_000

/** Lists the pages that the product has, in all languages, the site's own first. */
export async function listPublicAddresses({
  listPages,
  listsItems,
  sources,
  listPublications,
}: InventoryOptions): Promise<PublicAddress[]> {
  const [publications, items, changes] = await Promise.all([
    listPublications(),
    Promise.all(
      sources.map(async (source) => (await source.listItems?.({ offset: 0, limit: mostItems })) ?? []),
    ),
    Promise.all(sources.map(async ({ name, findLastChange }) => [name, await findLastChange?.()] as const)),
  ])
  const listed = new Map(changes)
  const published = Map.groupBy(publications, ({ language, key }) => `${language} ${key}`)
  const ofPages = listPages().flatMap(({ name, path, reads }) =>
    languages.map((language) => {
      const texts = reads.flatMap((key) => published.get(`${language} ${key}`) ?? [])
      const times = texts.map(({ key, publishedAt }) => `${key} ${publishedAt.toISOString()}`).toSorted()
      const version = [...times, listed.get(name)?.toISOString() ?? ''].join('\n')
      return { address: `/${language}${path}`, version, text: reads[0], isItem: false, isListed: true }
    }),
  )
  const ofItems = items.flat().flatMap(({ path, paths = {}, changedAt }) =>
    languages.map((language) => ({
      ...{ address: `/${language}${paths[language] ?? path}`, version: changedAt.toISOString() },
      ...{ text: undefined, isItem: true, isListed: listsItems() },
    })),
  )
  return [...ofPages, ...ofItems]
}
