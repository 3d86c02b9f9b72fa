import { readFileSync } from 'node:fs'
import type { Appearance } from '#features/seo/appearance/appearance.ts'
import { documentSeoSettings } from '#features/seo/documents/settings.ts'
import { writeRobots } from '#features/seo/robots/robots.ts'
import { robotsRules } from '#features/seo/robots/settings.ts'
import type { PageDates } from '#features/seo/sitemap/entries.ts'
import { writeLlms } from '#features/seo/sitemap/llms.ts'
import { createSitemap } from '#features/seo/sitemap/sitemap.ts'
import { sitemapRoutes } from '#features/seo/sitemap/sitemap-routes.ts'
import type { PageContents, SitemapOptions } from '#features/seo/sitemap/things.ts'
import type { CacheOptions } from '#http/page-cache.ts'
import type { LiveSettings } from '#platform/settings/live-settings.ts'
import type { Language } from '#shared/languages.ts'
import type { MappedPage } from './contract.ts'
import { seoSettings } from './settings.ts'

export interface CrawlerFileOptions<Page extends MappedPage>
  extends CacheOptions,
    Pick<SitemapOptions<Page>, 'publicUrl' | 'listPublications' | 'publishedTexts' | 'describeCard'> {
  settings: LiveSettings
  appearance: Pick<Appearance<Page>, 'listIndexed'>
  /** The pages' lists of entries. */
  sources: readonly PageContents[]
  siteLanguage(): Language
  describeSite(language: Language): { name: string; description: string }
}

const pageDates: PageDates = JSON.parse(readFileSync(new URL('page-dates.json', import.meta.url), 'utf8'))

// How many documents are named to programs that read the site for people.
const mostNamed = 200

/** What crawlers read before the pages: the sitemap, `robots.txt` and `llms.txt`. */
export function createCrawlerFiles<Page extends MappedPage>({
  settings,
  cache,
  headers,
  appearance,
  sources,
  siteLanguage,
  describeSite,
  ...texts
}: CrawlerFileOptions<Page>) {
  const { publicUrl } = texts
  const hasSitemap = () => settings.get(seoSettings.enableSitemap)
  const listSources = () =>
    settings.get(documentSeoSettings.inSitemap) ? sources : sources.map(withoutItems)
  const sitemap = createSitemap({
    ...{ pageDates, listSources, ...texts },
    listPages: appearance.listIndexed,
  })

  async function describeForModels(language: Language): Promise<string> {
    const published = await texts.publishedTexts(language)
    const items = await Promise.all(
      listSources().map((source) => source.listItems?.({ offset: 0, limit: mostNamed }) ?? []),
    )
    return writeLlms({
      ...{ publicUrl, language, site: describeSite(language), items: items.flat() },
      pages: appearance.listIndexed(),
      describeCard: (page) => texts.describeCard(page, language, published),
    })
  }

  return {
    hasSitemap,
    listAddresses: sitemap.listAddresses,
    routes: [
      sitemapRoutes({
        ...{ sitemap, hasSitemap, cache, headers },
        writeRobots: () =>
          writeRobots({ publicUrl, hasSitemap: hasSitemap(), own: settings.get(robotsRules) }),
        writeLlms: () => describeForModels(siteLanguage()),
      }),
    ],
  }
}

const withoutItems = ({ countItems, listItems, ...source }: PageContents): PageContents => source
