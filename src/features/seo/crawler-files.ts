import { readFileSync } from 'node:fs'
import { writeRobots } from '#features/seo/robots/robots.ts'
import { robotsRules } from '#features/seo/robots/settings.ts'
import type { PageDates, SitemapEntryOptions } from '#features/seo/sitemap/entries.ts'
import { writeLlms } from '#features/seo/sitemap/llms.ts'
import { createSitemap } from '#features/seo/sitemap/sitemap.ts'
import { sitemapRoutes } from '#features/seo/sitemap/sitemap-routes.ts'
import type { CacheOptions } from '#http/page-cache.ts'
import type { LiveSettings } from '#platform/settings/live-settings.ts'
import type { Language } from '#shared/languages.ts'
import type { MappedPage } from './contract.ts'
import { seoSettings } from './settings.ts'

export interface CrawlerFileOptions<Page extends MappedPage>
  extends CacheOptions,
    Omit<SitemapEntryOptions<Page>, 'pageDates'> {
  settings: LiveSettings
  siteLanguage(): Language
  describeSite(language: Language): { name: string; description: string }
}

const pageDates: PageDates = JSON.parse(readFileSync(new URL('page-dates.json', import.meta.url), 'utf8'))

// How many documents are named to programs that read the site for people.
const mostNamed = 200

/** What crawlers read before the pages: the sitemap, `robots.txt` and `llms.txt`. */
export function createCrawlerFiles<Page extends MappedPage>(options: CrawlerFileOptions<Page>) {
  const { settings, cache, headers, publicUrl, addresses, siteLanguage } = options
  const hasSitemap = () => settings.get(seoSettings.enableSitemap)
  const sitemap = createSitemap({ ...options, pageDates })

  async function describeForModels(language: Language): Promise<string> {
    const published = await options.publishedTexts(language)
    return writeLlms({
      ...{ publicUrl, language, site: options.describeSite(language) },
      pages: addresses.listIndexed(),
      items: addresses.listsItems() ? await addresses.listFirstItems(mostNamed) : [],
      describeCard: (page) => options.describeCard(page, language, published),
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
