import { asc, gt, inArray, isNull, max, sql } from 'drizzle-orm'
import type { LeadEventKind } from '#features/early-adopters/contract.ts'
import type { NoteEvents } from '#features/early-adopters/list/events.ts'
import type { RightsLinks } from '#features/early-adopters/rights/rights-links.ts'
import { earlyAdopters } from '#features/early-adopters/table.ts'
import type { MailKind } from '#features/mail/contract.ts'
import type { MailOrder } from '#features/mail/model.ts'
import type { Clock } from '#platform/clock.ts'
import type { Poller } from '#platform/poller.ts'
import type { Database } from '#platform/postgres.ts'

interface GreetingOptions {
  db: Database
  clock: Clock
  links: RightsLinks
  noteEvents: NoteEvents
  post: (db: Database, orders: MailOrder[]) => Promise<void>
}

type Lead = typeof earlyAdopters.$inferSelect

/** Why somebody is written to. */
interface Occasion {
  mail: MailKind
  event: LeadEventKind
  momentOf(lead: Lead): Date
}

const newcomer: Occasion = {
  mail: 'confirmation',
  event: 'registered',
  momentOf: (lead) => lead.createdAt,
}
const repeater: Occasion = {
  mail: 'already_registered',
  event: 'registered_again',
  momentOf: (lead) => lead.repeatedAt ?? lead.createdAt,
}

/** How many are written to in one poll: few while sign-ups come in, so that a rush of them keeps what it needs. */
const atOnce = { rush: 20, calm: 200 } as const
/** For how long nobody must have signed up, in milliseconds. */
const calmAfter = 5_000
const { createdAt, repeatedAt, repeatAnsweredAt, welcomedAt } = earlyAdopters
const isNew = isNull(welcomedAt)
const isUnanswered = gt(repeatedAt, sql`coalesce(${repeatAnsweredAt}, '-infinity')`)

/**
 * Every two seconds: orders the confirmation for those who are new, and tells those whose address was sent in again.
 * Done here and not while they wait for their answer; what is taken is marked in the transaction that orders the mail.
 */
export function confirmationMailPoller({ db, clock, links, noteEvents, post }: GreetingOptions): Poller {
  async function greet(tx: Database, leads: Lead[], { mail, event, momentOf }: Occasion): Promise<void> {
    await post(
      tx,
      leads.map((lead) => {
        const { id, email, name, language, segment } = lead
        return {
          cause: `${mail}:${id}:${momentOf(lead).toISOString()}`,
          kind: mail,
          to: { leadId: id, email, name, language, segment },
          variables: { name },
          actionUrl: links.urlOf(lead),
        }
      }),
    )
    await noteEvents(
      tx,
      leads.map((lead) => ({ leadId: lead.id, kind: event, at: momentOf(lead) })),
    )
  }

  async function welcome(): Promise<void> {
    const [newest] = await db
      .select({ at: max(createdAt) })
      .from(earlyAdopters)
      .where(isNew)
    if (!newest?.at) return
    const isCalm = clock.now().getTime() - newest.at.getTime() >= calmAfter
    await db.transaction(async (tx) => {
      const leads = await tx
        .select()
        .from(earlyAdopters)
        .where(isNew)
        .orderBy(asc(createdAt))
        .limit(isCalm ? atOnce.calm : atOnce.rush)
        .for('update', { skipLocked: true })
      if (leads.length === 0) return
      await greet(tx, leads, newcomer)
      await tx.update(earlyAdopters).set({ welcomedAt: clock.now() }).where(idIn(leads))
    })
  }

  async function answerRepeats(): Promise<void> {
    await db.transaction(async (tx) => {
      const leads = await tx
        .select()
        .from(earlyAdopters)
        .where(isUnanswered)
        .orderBy(asc(repeatedAt))
        .limit(atOnce.rush)
        .for('update', { skipLocked: true })
      if (leads.length === 0) return
      await greet(tx, leads, repeater)
      await tx.update(earlyAdopters).set({ repeatAnsweredAt: repeatedAt }).where(idIn(leads))
    })
  }

  return {
    name: 'early-adopters-greet',
    everySeconds: 2,
    isDue: () =>
      sql`EXISTS (SELECT FROM ${earlyAdopters} WHERE ${isNew}) OR EXISTS (SELECT FROM ${earlyAdopters} WHERE ${isUnanswered})`,
    async poll() {
      await welcome()
      await answerRepeats()
    },
  }
}

const idIn = (leads: Lead[]) =>
  inArray(
    earlyAdopters.id,
    leads.map(({ id }) => id),
  )
