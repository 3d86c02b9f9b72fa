import type { Notify } from '#feature.ts'
import type { MailOrder } from '#features/mail/model.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import type { Language } from '#shared/languages.ts'
import { notificationOf } from '#shared/notifications/type.ts'
import type { Audience } from './contract.ts'
import { campaignDone } from './notifications.ts'
import { type CampaignRow, createCampaignStore } from './store.ts'

/** Sorts after every lead id: all mails of the audience are prepared. */
export const endOfAudience = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

const largestBatch = 500
/** The mails of one statement. */
const largestPart = 100
/** How far ahead the mails of a throttled campaign are prepared. */
const aheadMs = 60_000
/** A waiting mail of a throttled campaign that is later than this shows that sending has stood still. */
const lateMs = 10_000
const hourMs = 3_600_000

interface Member {
  id: string
  email: string
  name: string
  company: string | null
  segment: NonNullable<MailOrder['to']['segment']>
  language: Language
}

export interface PreparationOptions {
  db: Database
  clock: Clock
  publicUrl: string
  /** Tells the team, in a transaction. */
  notify: Notify
  /** The leads, of another feature. */
  nextOf(
    transaction: Database,
    audience: Audience,
    part: { after: string | null; joinedBy: Date; limit: number },
  ): Promise<Member[]>
  mail: {
    post(transaction: Database, orders: MailOrder[]): Promise<void>
    hasOpen(db: Database, campaignId: string): Promise<boolean>
    holdBack(db: Database, campaignId: string, how: { now: Date; limit: number }): Promise<number>
    spreadLate(
      db: Database,
      campaignId: string,
      how: { now: Date; lateSince: Date; gapMs: number },
    ): Promise<number>
  }
}

/** Prepares the mails of due campaigns, and ends campaigns whose mails are done. */
export function createPreparation({ db, clock, publicUrl, nextOf, mail, notify }: PreparationOptions) {
  /** Prepares the next mails of the campaign that has waited longest; returns whether there was one. */
  function prepareSome(): Promise<boolean> {
    return db.transaction(async (transaction) => {
      const store = createCampaignStore(transaction)
      const now = clock.now()
      const row = await store.takeDue(now)
      if (!row) return false
      const waitsUntil = await spreadLate(transaction, row, { now, mail })
      if (waitsUntil) {
        await store.update(row.id, { dueAt: waitsUntil })
        return true
      }
      const startedAt = row.startedAt ?? now
      const pace = paceOf(row, now)
      const found = await nextOf(transaction, row.audience, {
        after: row.preparedTo,
        joinedBy: startedAt,
        // One more than needed, to know whether these are the last.
        limit: pace.batch + 1,
      })
      const members = found.slice(0, pace.batch)
      const isLast = found.length === members.length
      for (let start = 0; start < members.length; start += largestPart) {
        const orders = members
          .slice(start, start + largestPart)
          .map((member, index) =>
            orderOf(row, member, new Date(pace.from + (start + index) * pace.gap), publicUrl),
          )
        await mail.post(transaction, orders)
      }
      await store.update(row.id, {
        status: isLast ? 'sending' : 'preparing',
        startedAt,
        preparedTo: isLast ? endOfAudience : (members.at(-1)?.id ?? endOfAudience),
        prepared: row.prepared + members.length,
        dueAt: new Date(pace.from + members.length * pace.gap),
      })
      return true
    })
  }

  return {
    /**
     * Does all due work. It may run twice, in many processes at once, and after a process has died: each
     * batch of mails is stored in one transaction with the progress of the campaign.
     */
    async poll(): Promise<void> {
      while (await prepareSome());
      for (const { id, status } of await createCampaignStore(db).listEnding()) {
        if (status === 'cancelled') {
          while ((await mail.holdBack(db, id, { now: clock.now(), limit: largestBatch })) > 0);
        }
        if (await mail.hasOpen(db, id)) continue
        await db.transaction(async (transaction) => {
          const store = createCampaignStore(transaction)
          const row = await store.lock(id)
          // It may have been paused or cancelled since.
          if (row?.status !== status || row.endedAt) return
          const endedAt = clock.now()
          await store.update(id, { status: status === 'cancelled' ? status : 'done', endedAt })
          if (status === 'cancelled') return
          const data = { campaign_id: id, name: row.name }
          await notify(transaction, [notificationOf(campaignDone, { data, at: endedAt })])
        })
      }
    },
  }
}
export type Preparation = ReturnType<typeof createPreparation>

/**
 * How many mails are prepared next, when the first is due and how many milliseconds are between them. Downtime is
 * not made up for, because the hourly limit holds at any time.
 */
export function paceOf({ throttle, dueAt }: Pick<CampaignRow, 'throttle' | 'dueAt'>, now: Date) {
  if (throttle === 0) return { batch: largestBatch, from: now.getTime(), gap: 0 }
  const gap = hourMs / throttle
  const isOnTime = dueAt !== null && now.getTime() - dueAt.getTime() < aheadMs
  return {
    batch: Math.min(largestBatch, Math.max(1, Math.floor(aheadMs / gap))),
    from: (isOnTime ? dueAt : now).getTime(),
    gap,
  }
}

/**
 * Gives the waiting mails of a throttled campaign new times from now on when sending has stood still: after a pause, or
 * while the mail server did not answer. Otherwise they would all be sent at once. Returns when the mails after them are
 * due; undefined when none was late.
 */
export async function spreadLate(
  transaction: Database,
  { id, throttle, preparedTo }: Pick<CampaignRow, 'id' | 'throttle' | 'preparedTo'>,
  { now, mail }: { now: Date; mail: Pick<PreparationOptions['mail'], 'spreadLate'> },
): Promise<Date | undefined> {
  if (throttle === 0 || preparedTo === null) return undefined
  const gapMs = hourMs / throttle
  const lateSince = new Date(now.getTime() - lateMs)
  const count = await mail.spreadLate(transaction, id, { now, lateSince, gapMs })
  return count > 0 ? new Date(now.getTime() + count * gapMs) : undefined
}

/** The target of a text's button, as an absolute address. */
export function actionUrlOf(target: string, publicUrl: string): string | undefined {
  return target === '' ? undefined : new URL(target, publicUrl).href
}

function orderOf(row: CampaignRow, member: Member, dueAt: Date, publicUrl: string): MailOrder {
  const language = row.texts[member.language] ? member.language : row.fallbackLanguage
  const actionUrl = actionUrlOf(row.texts[language]?.action_url ?? '', publicUrl)
  return {
    cause: `campaign:${row.id}:${member.id}`,
    kind: 'campaign',
    to: {
      email: member.email,
      name: member.name,
      language,
      leadId: member.id,
      segment: member.segment,
    },
    variables: { name: member.name, company: member.company ?? '' },
    ...(actionUrl && { actionUrl }),
    campaignId: row.id,
    dueAt,
  }
}
