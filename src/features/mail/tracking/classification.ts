import { isbot } from 'isbot'
import type { TrackingReason, TrackingVerdict } from '#features/mail/contract.ts'

/** The properties of a tracking request that are classified. Only the verdict and the reason are stored. */
export interface TrackingRequest {
  kind: 'open' | 'click'
  method: string
  userAgent: string
  /** The `Purpose` or `Sec-Purpose` header. */
  purpose: string
  at: Date
  /** When the other server accepted the mail; null while it is being sent. */
  sentAt: Date | null
}

interface Classification {
  verdict: TrackingVerdict
  reason: TrackingReason
}

/** A mail that is opened within this time after delivery was fetched by a scanner. */
export const atOnceSeconds = 3
/** Different links of one mail that are followed within this time were followed by a machine. */
export const burstSeconds = 5

// Gmail's and Yahoo's proxies fetch a picture when the mail is opened; Gmail's older ones identify as an old Edge.
const imageProxy = /GoogleImageProxy|ggpht\.com|YahooMailProxy|Edge\/12\.246 Mozilla/i
// The user agent of Apple's Mail Privacy Protection, which fetches pictures whether or not the mail is opened.
const mailPrivacy = /^Mozilla\/5\.0$/
// Mail programs that do not identify as browsers; some would be taken for bots.
const mailProgram =
  /Microsoft Outlook|Outlook-iOS|Thunderbird|K-9 Mail|FairEmail|SamsungEmail|Evolution\/|eM Client/
const browser = /^Mozilla\/5\.0 \(.+\) \S/

/** Classifies a single request. The first rule that matches applies. */
export function classify({ kind, method, userAgent, purpose, at, sentAt }: TrackingRequest): Classification {
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

/** A stored open or click. */
export interface TrackingEvent {
  id: string
  verdict: TrackingVerdict
  reason: string
  kind: 'open' | 'click'
  link: number | null
  at: Date
}

/**
 * Finds bursts among the events of a mail: when different links, or the hidden one, were followed within `burstSeconds`,
 * a machine did it, and so it did everything else in that time. Returns the ids of the events whose verdict changes.
 */
export function findBursts(events: readonly TrackingEvent[]): string[] {
  const clicks = events.filter(({ kind }) => kind === 'click')
  const near = (a: TrackingEvent, b: TrackingEvent) =>
    Math.abs(a.at.getTime() - b.at.getTime()) <= burstSeconds * 1000
  const causes = clicks.filter(
    (click) =>
      click.reason === 'hidden_link' ||
      clicks.some((other) => other.link !== click.link && near(click, other)),
  )
  return events
    .filter((event) => event.verdict !== 'scanner' && causes.some((cause) => near(event, cause)))
    .map(({ id }) => id)
}

/** The summary of a mail's opens or clicks: the best verdict, and when it first occurred. */
export interface TrackingSummary {
  at: Date
  verdict: TrackingVerdict
}

const priority: Record<TrackingVerdict, number> = { human: 3, unknown: 2, privacy_proxy: 1, scanner: 0 }

/** Summarizes the opens or the clicks of a mail. A click by a person counts as an open: images may be turned off. */
export function summarize(
  events: readonly Pick<TrackingEvent, 'kind' | 'verdict' | 'at'>[],
  kind: 'open' | 'click',
) {
  const counted = events.filter(
    (event) => event.kind === kind || (kind === 'open' && event.verdict === 'human'),
  )
  return counted.reduce<TrackingSummary | undefined>((best, { verdict, at }) => {
    const gain = best ? priority[verdict] - priority[best.verdict] || best.at.getTime() - at.getTime() : 1
    return gain > 0 ? { verdict, at } : best
  }, undefined)
}
