import { type CountChange, changeCounts } from '#features/mail/metrics/count-store.ts'
import { isAskedFor } from '#features/mail/model.ts'
import type { Clock } from '#platform/clock.ts'
import { type Logger, messageOf } from '#platform/log.ts'
import type { Database } from '#platform/postgres.ts'
import { classify, findBursts, summarize, type TrackingRequest } from './classification.ts'
import { hiddenLink, type MailLinks } from './links.ts'
import { createTrackingStore } from './tracking-store.ts'

/** How a pixel was fetched or a link followed: read once, to be classified, and never stored. */
export type RequestOrigin = Pick<TrackingRequest, 'method' | 'userAgent' | 'purpose'>

// Only machines cause more.
const mostEvents = 200

export interface TrackingOptions {
  db: Database
  clock: Clock
  log: Logger
  links: MailLinks
  publicUrl: string
  /** Called when a person has followed a link: it is a contact, which the team sees. */
  noteContact(leadId: string): Promise<void>
}

/** Opens and clicks, classified as they arrive. Links still redirect when these cannot be stored. */
export function createTracking({ db, clock, log, links, publicUrl, noteContact }: TrackingOptions) {
  async function record(
    mailId: string,
    request: RequestOrigin & Pick<TrackingRequest, 'kind'>,
    link: number | null,
  ) {
    const visitor = await db.transaction(async (transaction) => {
      // One event of a mail at a time; otherwise the counts would be wrong.
      const store = createTrackingStore(transaction)
      const mail = await store.lockMail(mailId)
      if (!mail || isAskedFor(mail.kind)) return
      const before = await store.listEvents(mailId, mostEvents)
      if (before.length === mostEvents) return
      const at = clock.now()
      const classification =
        link === hiddenLink
          ? ({ verdict: 'scanner', reason: 'hidden_link' } as const)
          : classify({ ...request, at, sentAt: mail.sentAt })
      const fresh = await store.insertEvent({ mailId, kind: request.kind, link, at, ...classification })
      const events = [...before, fresh]
      const inBursts = findBursts(events)
      if (inBursts.length > 0) await store.markBurst(inBursts)
      const classified = events.map((one) =>
        inBursts.includes(one.id) ? { ...one, verdict: 'scanner' as const } : one,
      )
      const [open, click] = [summarize(classified, 'open'), summarize(classified, 'click')]
      await store.updateMail(mailId, {
        openedAt: open?.at ?? null,
        openVerdict: open?.verdict ?? null,
        clickedAt: click?.at ?? null,
        clickVerdict: click?.verdict ?? null,
      })
      await changeCounts(transaction, mail, [
        ...countsOf('open', mail.openedAt, mail.openVerdict, -1),
        ...countsOf('click', mail.clickedAt, mail.clickVerdict, -1),
        ...countsOf('open', open?.at, open?.verdict, 1),
        ...countsOf('click', click?.at, click?.verdict, 1),
      ])
      return request.kind === 'click' && classification.verdict === 'human' ? mail.leadId : null
    })
    // After the transaction: an erasure locks the lead first and then its mails, so the two could deadlock.
    if (visitor) await noteContact(visitor)
  }

  async function recordSafely(...request: Parameters<typeof record>): Promise<void> {
    try {
      await record(...request)
    } catch (error) {
      log.warn({ reason: messageOf(error) }, 'an open or a click could not be stored')
    }
  }

  return {
    /** Records that the pixel of a mail was fetched. */
    async open(token: string, origin: RequestOrigin): Promise<void> {
      const link = links.readLink('open', token)
      if (link) await recordSafely(link.mailId, { ...origin, kind: 'open' }, null)
    },

    /** Records that a link of a mail was followed; returns its target, or undefined when there is no such link. */
    async click(token: string, origin: RequestOrigin): Promise<string | undefined> {
      const link = links.readLink('click', token)
      if (!link) return undefined
      const targets = await createTrackingStore(db).findLinks(link.mailId)
      const target = link.index === hiddenLink ? publicUrl : targets?.[link.index]
      if (!targets || target === undefined) return undefined
      await recordSafely(link.mailId, { ...origin, kind: 'click' }, link.index)
      return target
    },
  }
}
export type Tracking = ReturnType<typeof createTracking>

function countsOf(
  kind: 'open' | 'click',
  at: Date | null | undefined,
  verdict: string | null | undefined,
  by: number,
): CountChange[] {
  return at && verdict ? [{ at, event: `${kind}:${verdict}`, by }] : []
}
