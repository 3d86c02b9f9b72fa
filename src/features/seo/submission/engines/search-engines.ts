import { submissionSettings } from '#features/seo/submission/settings.ts'
import type { Clock } from '#platform/clock.ts'
import type { LiveSettings } from '#platform/settings/live-settings.ts'
import { baidu, nextBaiduDay } from './baidu.ts'
import type { EngineEndpoints } from './endpoints.ts'
import type { SearchEngine } from './engine.ts'
import type { Exchange } from './exchange.ts'
import { createSearchConsole } from './google.ts'
import { indexNow } from './index-now.ts'
import { createYandexWebmaster, isQuotaUsed } from './yandex.ts'

export interface SearchEngineOptions {
  exchange: Exchange
  clock: Clock
  endpoints: EngineEndpoints
  settings: Pick<LiveSettings, 'get'>
  publicUrl: string
  /** Our key of IndexNow, which is made when it is first needed. */
  ensureKey(): Promise<string>
}

/** The search engines with what is configured now. */
export function createSearchEngines(options: SearchEngineOptions): SearchEngine[] {
  return [googleOf(options), bingOf(options), yandexOf(options), baiduOf(options)]
}

const nothing = (): string[] => []

function googleOf({ exchange, clock, endpoints, settings, publicUrl }: SearchEngineOptions): SearchEngine {
  const account = () => settings.get(submissionSettings.googleServiceAccount)
  const { way, readSitemap } = createSearchConsole({
    ...{ exchange, clock, endpoint: endpoints.google, tokenEndpoint: endpoints.googleToken, account },
    property: () => settings.get(submissionSettings.googleProperty) || `${publicUrl}/`,
  })
  return {
    ...{ name: 'google', optional: nothing },
    kinds: () => ['sitemap'],
    missing: () => (account() ? [] : [submissionSettings.googleServiceAccount.key]),
    findWay: async () => (account() ? way : undefined),
    readSitemap: async (address, signal) => (account() ? readSitemap(address, signal) : undefined),
  }
}

function bingOf({ exchange, endpoints, publicUrl, ensureKey }: SearchEngineOptions): SearchEngine {
  return {
    ...{ name: 'bing', missing: nothing, optional: nothing },
    kinds: () => ['address'],
    findWay: async () =>
      indexNow({ exchange, endpoint: endpoints.indexNow.bing, publicUrl, key: await ensureKey() }),
  }
}

/** By IndexNow, which needs nothing; with a token, what the day's quota allows is put in the queue of Yandex Webmaster. */
function yandexOf(options: SearchEngineOptions): SearchEngine {
  const { exchange, clock, endpoints, settings, publicUrl, ensureKey } = options
  const token = () => settings.get(submissionSettings.yandexToken)
  const webmaster = createYandexWebmaster({ exchange, endpoint: endpoints.yandex, publicUrl, token })
  return {
    ...{ name: 'yandex', missing: nothing },
    kinds: () => (token() ? ['address', 'sitemap'] : ['address']),
    optional: () => (token() ? [] : [submissionSettings.yandexToken.key]),
    async findWay(kind, quota) {
      if (kind === 'sitemap') return token() ? webmaster.sitemaps : undefined
      if (token() && !isQuotaUsed(quota, clock.now())) return webmaster.pages
      return indexNow({ exchange, endpoint: endpoints.indexNow.yandex, publicUrl, key: await ensureKey() })
    },
  }
}

function baiduOf({ exchange, clock, endpoints, settings, publicUrl }: SearchEngineOptions): SearchEngine {
  const token = () => settings.get(submissionSettings.baiduToken)
  return {
    ...{ name: 'baidu', optional: nothing, nextQuota: nextBaiduDay },
    kinds: () => ['address'],
    missing: () => (token() ? [] : [submissionSettings.baiduToken.key]),
    findWay: async () =>
      token()
        ? baidu({
            ...{ exchange, endpoint: endpoints.baidu, publicUrl, token: token() },
            nextQuota: () => nextBaiduDay(clock.now()),
          })
        : undefined,
  }
}
