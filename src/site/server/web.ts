import type { Core } from '#core.ts'
import { analyticsSettings, reportSettings } from '#features/analytics/settings.ts'
import { findDaysKept } from '#features/backups/model.ts'
import { hiddenPages, sharePictures } from '#features/seo/appearance/settings.ts'
import { documentSeoSettings } from '#features/seo/documents/settings.ts'
import { seoSettings } from '#features/seo/settings.ts'
import { listVerifications } from '#features/seo/verification/settings.ts'
import { createQuota } from '#http/limits/quota.ts'
import { apiSettings } from '#http/public-api/settings.ts'
import type { LiveSettings } from '#platform/settings/live-settings.ts'
import type { PageFacts, SearchFacts } from '#site/contract.ts'
import { siteSettings } from '#site/settings.ts'
import { readAssets } from './assets.ts'
import { createPages } from './pages.ts'
import { loadPageRenderer } from './renderer.ts'

/** What the public site and the API share: the built files, the pages and the hourly quota of clients. */
export async function createWeb(core: Core) {
  const { config, db, clock, log, secrets, cache, catalogues, settings, headers } = core
  const assets = readAssets()
  const renderer = await loadPageRenderer()
  const facts = (): PageFacts => {
    const backupDays = findDaysKept(settings)
    return {
      ...core.facts(),
      search: describeSearch(settings),
      viewDays: settings.get(analyticsSettings.viewRetentionDays),
      ...(backupDays !== undefined && { backupDays }),
      recordsEvents: settings.get(reportSettings.events),
    }
  }
  return {
    ...{ assets, renderer, facts },
    pages: createPages({
      ...{ renderer, cache, catalogues, facts, headers, clock },
      assets: assets.site,
      onChange: core.revision.onChange,
      isCounted: config.googleTag !== undefined,
      defaultLanguage: () => settings.get(siteSettings.defaultLanguage),
    }),
    quota: createQuota({
      db,
      clock,
      log,
      secret: secrets.current,
      limit: () => settings.get(apiSettings.apiRateLimit),
    }),
  }
}

/** What search engines are told of the site. */
function describeSearch({ get }: LiveSettings): SearchFacts {
  return {
    titles: get(seoSettings.metaTitle),
    descriptions: get(seoSettings.metaDescription),
    keywords: get(seoSettings.metaKeywords),
    verifications: listVerifications({ get }),
    titleTemplate: get(seoSettings.titleTemplate),
    hiddenPages: get(hiddenPages),
    sharePictures: get(sharePictures),
    documents: {
      titles: get(documentSeoSettings.titles),
      descriptions: get(documentSeoSettings.descriptions),
      keywords: get(documentSeoSettings.keywords),
      siteLanguage: get(siteSettings.defaultLanguage),
    },
  }
}

export type Web = Awaited<ReturnType<typeof createWeb>>
