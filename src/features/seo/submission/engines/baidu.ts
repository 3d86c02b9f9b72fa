import { z } from 'zod'
import type { EngineAnswer, SubmissionWay } from './engine.ts'
import { type Exchange, judge, type Reply, readJson } from './exchange.ts'

interface BaiduOptions {
  exchange: Exchange
  /** The origin of Baidu's interface. */
  endpoint: string
  publicUrl: string
  token: string
  /** When a used quota begins anew. */
  nextQuota(): Date
}

const Taken = z.object({
  success: z.number().int(),
  remain: z.number().int(),
  not_same_site: z.array(z.string()).default([]),
  not_valid: z.array(z.string()).default([]),
})
const Refusal = z.object({ error: z.number(), message: z.string() })

/** Baidu's push of addresses (https://ziyuan.baidu.com/college/courseinfo?id=267): one address a line, at most 2,000. */
export function baidu({ exchange, endpoint, publicUrl, token, nextQuota }: BaiduOptions): SubmissionWay {
  return {
    ...{ mostAddresses: 2_000, hasQuota: true },
    async send(addresses, signal) {
      const query = new URLSearchParams({ site: publicUrl, token })
      const reply = await exchange({
        ...{ url: `${endpoint}/urls?${query}`, method: 'POST', body: addresses.join('\n'), signal },
        secret: token,
        headers: { 'content-type': 'text/plain' },
      })
      return readAnswer(reply, { addresses, nextQuota })
    },
  }
}

/** Chinese time has no summer time: a day of the quota begins at 16:00 UTC. */
export function nextBaiduDay(now: Date): Date {
  const day = 24 * 3_600_000
  const ahead = 8 * 3_600_000
  return new Date((Math.floor((now.getTime() + ahead) / day) + 1) * day - ahead)
}

function readAnswer(
  reply: Reply,
  { addresses, nextQuota }: { addresses: readonly string[] } & Pick<BaiduOptions, 'nextQuota'>,
): EngineAnswer {
  const said = judge(reply)
  const json = readJson(reply.body)
  if (reply.fault !== null) {
    const { message } = Refusal.safeParse(json).data ?? {}
    return message === 'over quota'
      ? { ...said, verdict: 'quota', again: nextQuota(), quota: { left: 0, total: null } }
      : said
  }
  const { data } = Taken.safeParse(json)
  // It has answered 200, but nothing says that it has taken anything.
  if (!data) return { ...said, verdict: 'again', fault: 'unreadable' }
  const { success, remain, not_same_site: foreign, not_valid: invalid } = data
  const quota = { left: Math.max(0, remain), total: null }
  const refused = new Map([
    ...foreign.map((address) => [address, 'not_same_site'] as const),
    ...invalid.map((address) => [address, 'not_valid'] as const),
  ])
  if (success === 0 && refused.size === 0 && remain <= 0)
    return { ...said, verdict: 'quota', again: nextQuota(), quota }
  // One that it names in another way than we did is none of ours that we know to be refused.
  const others = addresses.filter((address) => !refused.has(address))
  if (success < others.length) return { ...said, verdict: 'refused', fault: 'partial', quota, refused }
  return { ...said, quota, refused, again: remain <= 0 ? nextQuota() : undefined }
}
