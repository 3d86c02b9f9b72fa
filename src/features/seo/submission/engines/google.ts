import { z } from 'zod'
import type { SitemapState } from '#features/seo/submission/contract.ts'
import { createGoogleCalls } from '#features/seo/submission/engines/google/calls.ts'
import type { Clock } from '#platform/clock.ts'
import type { EngineAnswer, SubmissionWay } from './engine.ts'
import { type Exchange, judge, type Reply, readJson, shorten } from './exchange.ts'

interface GoogleOptions {
  exchange: Exchange
  clock: Clock
  /** The base of the Search Console API, and where its tokens come from. */
  endpoint: string
  tokenEndpoint: string
  /** The key file of the service account, as JSON. */
  account(): string
  /** The property in Search Console. */
  property(): string
}

// Google writes 64-bit numbers as text.
const count = z.union([z.string().regex(/^\d{1,15}$/), z.number().int().min(0)]).transform(Number)
const Sitemap = z.object({
  lastSubmitted: z.iso.datetime().nullish(),
  lastDownloaded: z.iso.datetime().nullish(),
  isPending: z.boolean().default(false),
  errors: count.default(0),
  warnings: count.default(0),
})
const Refusal = z.object({ error: z.object({ message: z.string() }) })

/** Google Search Console (https://developers.google.com/webmaster-tools/v1/sitemaps): it is told of the sitemap, not of single pages. */
export function createSearchConsole(options: GoogleOptions) {
  const { exchange, clock, endpoint, tokenEndpoint, account, property } = options
  const callGoogle = createGoogleCalls({ exchange, tokenEndpoint, account })

  /** Calls the interface for a sitemap; answers too when there is no token. */
  function call(method: 'GET' | 'PUT', sitemap: string, signal: AbortSignal): Promise<Reply | EngineAnswer> {
    const path = `/sites/${encodeURIComponent(property())}/sitemaps/${encodeURIComponent(sitemap)}`
    return callGoogle({
      ...{ url: `${endpoint}${path}`, method, signal },
      ...(method === 'PUT' && { headers: { 'content-length': '0' } }),
    })
  }

  /** What it says of the sitemap; undefined when it does not answer that. */
  async function readSitemap(sitemap: string, signal: AbortSignal): Promise<SitemapState | undefined> {
    const reply = await call('GET', sitemap, signal)
    if ('verdict' in reply || reply.fault !== null) return undefined
    const { data } = Sitemap.safeParse(readJson(reply.body))
    return (
      data && {
        read_at: clock.now().toISOString(),
        submitted_at: data.lastSubmitted ?? null,
        downloaded_at: data.lastDownloaded ?? null,
        ...{ is_pending: data.isPending, errors: data.errors, warnings: data.warnings },
      }
    )
  }

  const way: SubmissionWay = {
    ...{ mostAddresses: 1, hasQuota: false },
    async send([sitemap = ''], signal) {
      const reply = await call('PUT', sitemap, signal)
      if ('verdict' in reply) return reply
      const said = judge(reply)
      const { data } = Refusal.safeParse(readJson(reply.body))
      if (said.verdict !== 'accepted') return { ...said, answer: shorten(data?.error.message ?? reply.body) }
      return { ...said, sitemap: await readSitemap(sitemap, signal) }
    },
  }
  return { way, readSitemap }
}
