import type { Exchange } from '#features/seo/submission/engines/exchange.ts'
import { createGoogleCalls } from '#features/seo/submission/engines/google/calls.ts'
import type { Language } from '#shared/languages.ts'
import { AnalyticsAnswer, type Answered, InspectionAnswer, readAnswer } from './answers.ts'
import { rowsPerDay } from './limits.ts'

/** Where the two interfaces of Search Console are. Only tests have others. */
export interface SearchConsoleEndpoints {
  inspection: string
  analytics: string
  token: string
}

export const realSearchConsole: SearchConsoleEndpoints = {
  inspection: 'https://searchconsole.googleapis.com/v1/urlInspection/index:inspect',
  analytics: 'https://www.googleapis.com/webmasters/v3',
  token: 'https://oauth2.googleapis.com/token',
}

interface ApiOptions {
  exchange: Exchange
  endpoints: SearchConsoleEndpoints
  /** The key file of the service account, as JSON. */
  account(): string
  property(): string
}

/** What is counted by. Without pages and queries, Google counts each search once for the whole property. */
export type Dimension = 'date' | 'page' | 'query'

/** One row of figures. */
export interface FigureRow {
  key: string
  clicks: number
  impressions: number
  position: number
}

/** The languages in which Google gives its reasons (BCP 47), where ours have no region. */
const regions: Partial<Record<Language, string>> = { pt: 'pt-BR', zh: 'zh-CN', en: 'en-US' }

/** The inspection of addresses and the search analytics of Google Search Console. Nothing throws. */
export function createSearchConsoleApi({ exchange, endpoints, account, property }: ApiOptions) {
  const call = createGoogleCalls({ exchange, tokenEndpoint: endpoints.token, account })
  const post = (url: string, body: unknown, signal: AbortSignal) =>
    call({
      ...{ url, method: 'POST', body: JSON.stringify(body), signal },
      headers: { 'content-type': 'application/json' },
    })

  return {
    /** Asks what is known of an address, which Google says without looking at it again. */
    async inspect(
      inspectionUrl: string,
      { language, signal }: { language: Language; signal: AbortSignal },
    ): Promise<Answered<InspectionAnswer['inspectionResult']>> {
      const languageCode = regions[language] ?? language
      const body = { inspectionUrl, siteUrl: property(), languageCode }
      const answered = readAnswer(await post(endpoints.inspection, body, signal), InspectionAnswer)
      return 'failure' in answered ? answered : { value: answered.value.inspectionResult }
    },

    /** The figures of the days from one to another that Google has finished, by one dimension, those with most clicks first. */
    async query(
      { from, to, by }: { from: string; to: string; by: Dimension },
      signal: AbortSignal,
    ): Promise<Answered<FigureRow[]>> {
      const url = `${endpoints.analytics}/sites/${encodeURIComponent(property())}/searchAnalytics/query`
      const body = {
        startDate: from,
        endDate: to,
        dimensions: [by],
        dataState: 'final',
        rowLimit: rowsPerDay,
      }
      const answered = readAnswer(await post(url, body, signal), AnalyticsAnswer)
      if ('failure' in answered) return answered
      return { value: answered.value.rows.map(({ keys: [key = ''], ...row }) => ({ key, ...row })) }
    },
  }
}
export type SearchConsoleApi = ReturnType<typeof createSearchConsoleApi>
