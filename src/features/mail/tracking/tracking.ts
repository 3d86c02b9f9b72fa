import { asc, eq, inArray } from 'drizzle-orm'
import { type CountChange, changeCounts } from '#features/mail/metrics/count-store.ts'
import { isAskedFor } from '#features/mail/model.ts'
import { mails, trackingEvents } from '#features/mail/table.ts'
import type { Clock } from '#platform/clock.ts'
import { type Logger, messageOf } from '#platform/log.ts'
import type { Database } from '#platform/postgres.ts'
import { classify, findBursts, summarize, type TrackingRequest } from './classification.ts'
import { hiddenLink, type MailLinks } from './links.ts'

/** How a pixel was fetched or a link followed: read once, to be judged, and never kept. */
export type RequestOrigin = Pick<TrackingRequest, 'method' | 'userAgent' | 'purpose'>

// Nobody opens a mail more often; what does is a machine or a joke.
const mostHits = 200

export interface TrackingOptions {
  db: Database
  clock: Clock
  log: Logger
  links: MailLinks
  publicUrl: string
  /** Somebody followed a link to us: a contact, from which their retention counts anew. */
  noteContact(leadId: string): Promise<void>
}

/** Opens and clicks, judged as they come. That they cannot be written down keeps no link from leading where it should. */
export function createTracking({ db, clock, log, links, publicUrl, noteContact }: TrackingOptions) {
  async function note(
    mailId: string,
    hit: RequestOrigin & Pick<TrackingRequest, 'kind'>,
    link: number | null,
  ) {
    const visitor = await db.transaction(async (transaction) => {
      // One hit of a mail at a time, or the counts would not add up.
      const [mail] = await transaction.select().from(mails).where(eq(mails.id, mailId)).for('update')
      if (!mail || isAskedFor(mail.kind)) return
      const before = await transaction
        .select()
        .from(trackingEvents)
        .where(eq(trackingEvents.mailId, mailId))
        .orderBy(asc(trackingEvents.at))
        .limit(mostHits)
      if (before.length === mostHits) return
      const at = clock.now()
      const classification =
        link === hiddenLink
          ? ({ verdict: 'scanner', reason: 'hidden_link' } as const)
          : classify({ ...hit, at, sentAt: mail.sentAt })
      const [fresh] = await transaction
        .insert(trackingEvents)
        .values({ mailId, kind: hit.kind, link, at, ...classification })
        .returning()
      if (!fresh) return
      const hits = [...before, fresh]
      const folded = findBursts(hits)
      if (folded.length > 0) {
        await transaction
          .update(trackingEvents)
          .set({ verdict: 'scanner', reason: 'burst' })
          .where(inArray(trackingEvents.id, folded))
      }
      const judged = hits.map((one) =>
        folded.includes(one.id) ? { ...one, verdict: 'scanner' as const } : one,
      )
      const [open, click] = [summarize(judged, 'open'), summarize(judged, 'click')]
      await transaction
        .update(mails)
        .set({
          openedAt: open?.at ?? null,
          openVerdict: open?.verdict ?? null,
          clickedAt: click?.at ?? null,
          clickVerdict: click?.verdict ?? null,
        })
        .where(eq(mails.id, mailId))
      await changeCounts(transaction, mail, [
        ...countsOf('open', mail.openedAt, mail.openVerdict, -1),
        ...countsOf('click', mail.clickedAt, mail.clickVerdict, -1),
        ...countsOf('open', open?.at, open?.verdict, 1),
        ...countsOf('click', click?.at, click?.verdict, 1),
      ])
      return hit.kind === 'click' && classification.verdict === 'human' ? mail.leadId : null
    })
    // Afterwards: who erases a person takes their row first and their mails then, and neither may wait for the other.
    if (visitor) await noteContact(visitor)
  }

  async function noteSafely(...hit: Parameters<typeof note>): Promise<void> {
    try {
      await note(...hit)
    } catch (error) {
      log.warn({ reason: messageOf(error) }, 'an open or a click could not be written down')
    }
  }

  return {
    /** Notes that the pixel of a mail was fetched. */
    async open(token: string, origin: RequestOrigin): Promise<void> {
      const link = links.readLink('open', token)
      if (link) await noteSafely(link.mailId, { ...origin, kind: 'open' }, null)
    },

    /** Notes that a link of a mail was followed; answers where it leads, if there is such a link. */
    async click(token: string, origin: RequestOrigin): Promise<string | undefined> {
      const link = links.readLink('click', token)
      if (!link) return undefined
      const [mail] = await db.select({ links: mails.links }).from(mails).where(eq(mails.id, link.mailId))
      const target = link.index === hiddenLink ? publicUrl : mail?.links[link.index]
      if (!mail || target === undefined) return undefined
      await noteSafely(link.mailId, { ...origin, kind: 'click' }, link.index)
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
