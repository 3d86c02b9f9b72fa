import { isbot } from 'isbot'
import type { HitReason, HitVerdict } from '#features/mail/contract.ts'

/** What is known of a hit while it is judged. Nothing of it is kept but the verdict and the reason. */
export interface HitSigns {
  kind: 'open' | 'click'
  method: string
  userAgent: string
  /** The `Purpose` or `Sec-Purpose` header. */
  purpose: string
  at: Date
  /** When the other server took the mail; none while it is being handed over. */
  sentAt: Date | null
}

interface Judgement {
  verdict: HitVerdict
  reason: HitReason
}

/** Sooner after the mail was handed over nobody reads it: what looks at it is what lies between. */
export const atOnceSeconds = 3
/** Different links of one mail followed within this time are followed by a machine. */
export const burstSeconds = 5

// Gmail's and Yahoo's proxies fetch a picture when the mail is opened; Gmail's older ones say they are an old Edge.
const imageProxy = /GoogleImageProxy|ggpht\.com|YahooMailProxy|Edge\/12\.246 Mozilla/i
// What Apple's Mail Privacy Protection says it is, whether or not anybody opens the mail.
const mailPrivacy = /^Mozilla\/5\.0$/
// Mail programs that do not say they are browsers, some of which would pass for bots.
const mailProgram =
  /Microsoft Outlook|Outlook-iOS|Thunderbird|K-9 Mail|FairEmail|SamsungEmail|Evolution\/|eM Client/
const browser = /^Mozilla\/5\.0 \(.+\) \S/

/** Judges one hit by itself. The first rule that fits counts. */
export function judgeHit({ kind, method, userAgent, purpose, at, sentAt }: HitSigns): Judgement {
  const agent = userAgent.trim()
  if (method !== 'GET') return { verdict: 'scanner', reason: 'method' }
  if (/prefetch|preview|prerender/i.test(purpose)) return { verdict: 'scanner', reason: 'prefetch' }
  if (kind === 'open' && imageProxy.test(agent)) return { verdict: 'privacy_proxy', reason: 'image_proxy' }
  if (kind === 'open' && mailPrivacy.test(agent)) return { verdict: 'privacy_proxy', reason: 'mail_privacy' }
  const isProgram = mailProgram.test(agent)
  if (!isProgram && isbot(agent)) return { verdict: 'scanner', reason: 'bot' }
  if (sentAt === null || at.getTime() - sentAt.getTime() < atOnceSeconds * 1000) {
    return { verdict: 'scanner', reason: 'at_once' }
  }
  if (isProgram) return { verdict: 'human', reason: 'mail_program' }
  if (browser.test(agent)) return { verdict: 'human', reason: 'browser' }
  return { verdict: 'unknown', reason: 'unnamed' }
}

/** A hit as it is kept. */
export interface JudgedHit {
  id: string
  verdict: HitVerdict
  reason: string
  kind: 'open' | 'click'
  link: number | null
  at: Date
}

/**
 * What a mail's hits are taken for together: when different links were followed, or the hidden one, within moments, a
 * machine did it, and everything within those moments is its doing. Answers the hits whose verdict changes.
 */
export function findBursts(hits: readonly JudgedHit[]): string[] {
  const clicks = hits.filter(({ kind }) => kind === 'click')
  const near = (a: JudgedHit, b: JudgedHit) =>
    Math.abs(a.at.getTime() - b.at.getTime()) <= burstSeconds * 1000
  const causes = clicks.filter(
    (click) =>
      click.reason === 'hidden_link' ||
      clicks.some((other) => other.link !== click.link && near(click, other)),
  )
  return hits
    .filter((hit) => hit.verdict !== 'scanner' && causes.some((cause) => near(hit, cause)))
    .map(({ id }) => id)
}

/** What a mail's opens, or its clicks, come to: the best of them, and when it was first. */
export interface Standing {
  at: Date
  verdict: HitVerdict
}

const worth: Record<HitVerdict, number> = { human: 3, unknown: 2, privacy_proxy: 1, scanner: 0 }

/** What the hits of a mail come to. Whoever followed a link has seen the mail, also with pictures turned off. */
export function standingOf(
  hits: readonly Pick<JudgedHit, 'kind' | 'verdict' | 'at'>[],
  kind: 'open' | 'click',
) {
  const counted = hits.filter((hit) => hit.kind === kind || (kind === 'open' && hit.verdict === 'human'))
  return counted.reduce<Standing | undefined>((best, { verdict, at }) => {
    const gain = best ? worth[verdict] - worth[best.verdict] || best.at.getTime() - at.getTime() : 1
    return gain > 0 ? { verdict, at } : best
  }, undefined)
}
