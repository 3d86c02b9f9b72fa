import { createGoogleAccount, googleError } from './google-account.ts'
import { type EngineHandler, type EngineSimulator, sendJson, startSimulator } from './http-simulator.ts'

/** One row of figures, of a day. */
export interface SimulatedRow {
  day: string
  page: string
  query: string
  clicks: number
  impressions: number
  position: number
}

export interface SearchConsoleSimulator extends EngineSimulator {
  endpoints: { inspection: string; analytics: string; token: string }
  /** The key file of a service account that it knows. */
  account: string
  /** What it says of addresses; of all others that they are indexed. */
  known: Map<string, Record<string, unknown>>
  /** What was searched for. */
  rows: SimulatedRow[]
  /** How many inspections it answers still. */
  quota: { left: number }
  revokeTokens(): void
  /** The addresses that it was asked about. */
  inspected(): string[]
  /** The questions about figures: from, to, by what. */
  asked(): string[]
}

/** What Google says of a page that it has in its index. */
export const indexed = {
  ...{ verdict: 'PASS', coverageState: 'Submitted and indexed', robotsTxtState: 'ALLOWED' },
  ...{ indexingState: 'INDEXING_ALLOWED', pageFetchState: 'SUCCESSFUL', crawledAs: 'MOBILE' },
  lastCrawlTime: '2026-01-02T03:04:05Z',
}
/** And of one that it does not know. */
export const unknownToGoogle = { verdict: 'NEUTRAL', coverageState: 'URL is unknown to Google' }

/**
 * The inspection of addresses and the search analytics of Google Search Console, with its tokens
 * (https://developers.google.com/webmaster-tools/v1/urlInspection.index/inspect, …/v1/searchanalytics/query).
 */
export async function startSearchConsole({
  property,
}: {
  property: string
}): Promise<SearchConsoleSimulator> {
  const account = createGoogleAccount()
  const known: SearchConsoleSimulator['known'] = new Map()
  const rows: SimulatedRow[] = []
  const quota = { left: 2_000 }

  const inspect: EngineHandler = (response, { body }) => {
    const { inspectionUrl, siteUrl, languageCode } = JSON.parse(body)
    if (siteUrl !== property)
      return sendJson(
        response,
        403,
        googleError(403, 'You do not own this site, or the inspected URL is not part of this property.', {
          status: 'PERMISSION_DENIED',
        }),
      )
    if (typeof languageCode !== 'string' || !URL.canParse(inspectionUrl))
      return sendJson(
        response,
        400,
        googleError(400, 'Request contains an invalid argument.', { status: 'INVALID_ARGUMENT' }),
      )
    if (quota.left <= 0)
      return sendJson(
        response,
        429,
        googleError(429, `Quota exceeded for sc-domain.`, { status: 'RESOURCE_EXHAUSTED' }),
      )
    quota.left -= 1
    const indexStatusResult = known.get(inspectionUrl) ?? {
      ...indexed,
      googleCanonical: inspectionUrl,
      userCanonical: inspectionUrl,
    }
    sendJson(response, 200, {
      inspectionResult: {
        inspectionResultLink: `https://search.google.com/search-console/inspect?resource_id=${encodeURIComponent(property)}`,
        ...{ indexStatusResult, mobileUsabilityResult: { verdict: 'VERDICT_UNSPECIFIED' } },
      },
    })
  }

  const analyse: EngineHandler = (response, { url, body }) => {
    const [, site = ''] =
      /^\/webmasters\/v3\/sites\/([^/]+)\/searchAnalytics\/query$/.exec(url.pathname) ?? []
    if (decodeURIComponent(site) !== property)
      return sendJson(
        response,
        403,
        googleError(403, `User does not have sufficient permission for site '${decodeURIComponent(site)}'.`),
      )
    const { startDate, endDate, dimensions, rowLimit = 1_000 } = JSON.parse(body)
    if (startDate > endDate || !(rowLimit >= 1 && rowLimit <= 25_000))
      return sendJson(response, 400, googleError(400, 'Invalid argument', { reason: 'invalidParameter' }))
    const answered = addUp(
      rows.filter(({ day }) => day >= startDate && day <= endDate),
      dimensions[0],
    )
    const limited = answered.slice(0, rowLimit)
    // Without rows there is no list.
    sendJson(response, 200, {
      ...(limited.length > 0 && { rows: limited }),
      responseAggregationType: 'byProperty',
    })
  }

  const simulator = await startSimulator((response, request) => {
    const { method, url, headers, body } = request
    if (url.pathname === '/token') return account.answer(response, body)
    if (!account.knows(headers))
      return sendJson(
        response,
        401,
        googleError(401, 'Request had invalid authentication credentials.', { status: 'UNAUTHENTICATED' }),
      )
    if (method !== 'POST') return sendJson(response, 404, googleError(404, 'Not found'))
    return url.pathname === '/v1/urlInspection/index:inspect'
      ? inspect(response, request)
      : analyse(response, request)
  })
  const bodies = (part: string) =>
    simulator.received.flatMap(({ url, body }) => (url.pathname.includes(part) ? [JSON.parse(body)] : []))
  return {
    ...simulator,
    endpoints: {
      inspection: `${simulator.origin}/v1/urlInspection/index:inspect`,
      analytics: `${simulator.origin}/webmasters/v3`,
      token: `${simulator.origin}/token`,
    },
    ...{ account: account.file, known, rows, quota, revokeTokens: account.revoke },
    inspected: () => bodies('urlInspection').map(({ inspectionUrl }) => String(inspectionUrl)),
    asked: () =>
      bodies('searchAnalytics').map(
        ({ startDate, endDate, dimensions }) => `${startDate} ${endDate} ${dimensions}`,
      ),
  }
}

function addUp(rows: readonly SimulatedRow[], by: 'date' | 'page' | 'query') {
  const groups = Map.groupBy(rows, (row) => (by === 'date' ? row.day : row[by]))
  return [...groups]
    .map(([key, group]) => {
      const sum = (of: (row: SimulatedRow) => number) => group.reduce((total, row) => total + of(row), 0)
      const [clicks, impressions] = [sum((row) => row.clicks), sum((row) => row.impressions)]
      const position = sum((row) => row.position * row.impressions) / Math.max(1, impressions)
      return { keys: [key], clicks, impressions, ctr: clicks / Math.max(1, impressions), position }
    })
    .toSorted((one, other) => other.clicks - one.clicks)
}
