import { submissionSettings } from '#features/seo/submission/settings.ts'
import type { Clock } from '#platform/clock.ts'
import type { LiveSettings } from '#platform/settings/live-settings.ts'
import { baidu, nextBaiduDay } from './baidu.ts'
import type { EngineEndpoints } from './endpoints.ts'
import type { SearchEngine } from './engine.ts'
import type { Exchange } from './exchange.ts'
import { indexNow } from './index-now.ts'

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
  return [bingOf(options), baiduOf(options)]
}

const nothing = (): string[] => []

function bingOf({ exchange, endpoints, publicUrl, ensureKey }: SearchEngineOptions): SearchEngine {
  return {
    ...{ name: 'bing', missing: nothing, optional: nothing },
    kinds: () => ['address'],
    findWay: async () =>
      indexNow({ exchange, endpoint: endpoints.indexNow.bing, publicUrl, key: await ensureKey() }),
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
