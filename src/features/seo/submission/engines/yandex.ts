import { z } from 'zod'
import type { EngineAnswer, KnownQuota, SubmissionWay } from './engine.ts'
import { type EngineRequest, type Exchange, judge, type Reply, readJson } from './exchange.ts'

export interface YandexOptions {
  exchange: Exchange
  /** The base of the Webmaster API, with its version. */
  endpoint: string
  publicUrl: string
  /** An OAuth token of somebody who manages the site in Yandex Webmaster. */
  token(): string
}

const User = z.object({ user_id: z.number() })
const Hosts = z.object({
  hosts: z.array(
    z.object({ host_id: z.string(), ascii_host_url: z.string(), verified: z.boolean().default(false) }),
  ),
})
const Queued = z.object({ quota_remainder: z.number().int() })
const Quota = z.object({ daily_quota: z.number().int(), quota_remainder: z.number().int() })
const Refusal = z.object({ error_code: z.string() })

/** How long a remainder of the quota is believed. */
const quotaLife = 24 * 3_600_000

/** Whether it is known that no page can be queued for reindexing today. */
export const isQuotaUsed = (quota: KnownQuota | undefined, now: Date): boolean =>
  quota?.left === 0 && now.getTime() - quota.at.getTime() < quotaLife

/** A site in Yandex Webmaster. */
interface Site {
  /** Where its interface is. */
  path: string
  /** How many of its pages may be queued a day. */
  dailyQuota: number | null
}

/**
 * Yandex Webmaster (https://yandex.com/dev/webmaster/doc/en/): its queue of pages for reindexing, and its list of sitemaps. Which
 * site is ours is asked once for each token.
 */
export function createYandexWebmaster(options: YandexOptions) {
  const { exchange, endpoint, publicUrl, token } = options
  const sites = new Map<string, Site>()
  const call = (path: string, request: Pick<EngineRequest, 'method' | 'signal' | 'body'>) =>
    exchange({
      ...{ url: `${endpoint}${path}`, ...request, secret: token() },
      headers: { authorization: `OAuth ${token()}`, 'content-type': 'application/json' },
    })

  /** Our site, or the answer that says why there is none. */
  async function findSite(signal: AbortSignal): Promise<Site | EngineAnswer> {
    const me = await call('/user', { method: 'GET', signal })
    const { data: user } = User.safeParse(readJson(me.body))
    if (me.fault !== null || !user) return unreadable(me)
    const listed = await call(`/user/${user.user_id}/hosts`, { method: 'GET', signal })
    const { data: known } = Hosts.safeParse(readJson(listed.body))
    if (listed.fault !== null || !known) return unreadable(listed)
    const { origin } = new URL(publicUrl)
    const host = known.hosts.find(({ ascii_host_url: url }) => URL.parse(url)?.origin === origin)
    // Its own words for that, since it answers 200.
    const answer = host ? 'HOST_NOT_VERIFIED' : 'HOST_NOT_FOUND'
    if (!host?.verified) return { verdict: 'refused', status: listed.status, fault: 'status', answer }
    const path = `/user/${user.user_id}/hosts/${encodeURIComponent(host.host_id)}`
    const quota = await call(`${path}/recrawl/quota`, { method: 'GET', signal })
    const dailyQuota = Quota.safeParse(readJson(quota.body)).data?.daily_quota ?? null
    return { path, dailyQuota }
  }

  const wayTo = (place: string, read: ReadReply): SubmissionWay => ({
    ...{ mostAddresses: 1, hasQuota: place === recrawl },
    async send([address = ''], signal) {
      const site = sites.get(token()) ?? (await findSite(signal))
      if ('verdict' in site) return site
      sites.set(token(), site)
      const body = JSON.stringify({ url: address })
      const reply = await call(`${site.path}${place}`, { method: 'POST', signal, body })
      // The site may have been taken out of the account.
      if (reply.status === 403 || reply.status === 404) sites.delete(token())
      const { quota, ...answer } = read(reply, address)
      return { ...answer, quota: quota && { left: quota.left, total: site.dailyQuota } }
    },
  })
  return { pages: wayTo(recrawl, readQueued), sitemaps: wayTo('/user-added-sitemaps', readAdded) }
}

type ReadReply = (reply: Reply, address: string) => EngineAnswer

const recrawl = '/recrawl/queue'

/** An answer that says nothing, though it should be about something that was found. */
function unreadable(reply: Reply): EngineAnswer {
  const said = judge(reply)
  return reply.fault === null ? { ...said, verdict: 'again', fault: 'unreadable' } : said
}

const codeOf = ({ body }: Reply) => Refusal.safeParse(readJson(body)).data?.error_code

/** 202 queued; 409 it is in the queue already; 429 the quota of the day is used. */
function readQueued(reply: Reply, address: string): EngineAnswer {
  const said = judge(reply)
  const code = codeOf(reply)
  if (reply.status === 409 && code === 'URL_ALREADY_ADDED')
    return { ...said, verdict: 'accepted', fault: null }
  if (reply.status === 400 && code === 'INVALID_URL')
    return { ...said, verdict: 'accepted', refused: new Map([[address, code]]) }
  // What remains is told by IndexNow, which has no such quota.
  if (reply.status === 429 && code === 'QUOTA_EXCEEDED')
    return { ...said, verdict: 'quota', again: undefined, quota: { left: 0, total: null } }
  if (reply.fault !== null) return said
  const { data } = Queued.safeParse(readJson(reply.body))
  return data ? { ...said, quota: { left: data.quota_remainder, total: null } } : unreadable(reply)
}

/** 201 added; 409 it was added before, which Yandex reads again by itself. */
function readAdded(reply: Reply): EngineAnswer {
  const said = judge(reply)
  return reply.status === 409 && codeOf(reply) === 'SITEMAP_ALREADY_ADDED'
    ? { ...said, verdict: 'accepted', fault: null }
    : said
}
