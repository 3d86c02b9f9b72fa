import { randomUUID } from 'node:crypto'
import { and, eq, gt, lte, sql } from 'drizzle-orm'
import type { NoteEvents } from '#features/early-adopters/list/events.ts'
import { searchTextOf } from '#features/early-adopters/list/search-text.ts'
import { earlyAdopters, leadEmailChanges, leadEvents } from '#features/early-adopters/table.ts'
import { ignoreMailLimit, type MailOrder } from '#features/mail/model.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import { Problem } from '#shared/problem.ts'
import type { RightsLinks } from './rights-links.ts'

type LeadRow = typeof earlyAdopters.$inferSelect
/** Who corrects: somebody of the team, or the person, which is a contact with the programme. */
export type Corrector = { userId: string } | 'person'

type EmailChangeRow = typeof leadEmailChanges.$inferSelect

export interface EmailChangeOptions {
  db: Database
  clock: Clock
  links: RightsLinks
  noteEvents: NoteEvents
  post: (db: Database, orders: MailOrder[]) => Promise<void>
  publicUrl: string
  /** Signs the badges of a lead anew, in the same transaction: each names its holder by the address. */
  reissueBadges: (db: Database, lead: { id: string; email: string }) => Promise<void>
}

const day = 24 * 3_600_000
/** How long a new address can be confirmed, and how soon the same mail is not sent again, in milliseconds. */
const confirmationTerm = day
const mailPause = 5 * 60_000
/** Each request writes to the old address too, so there are not many of one lead. */
const requestsADay = 3

/**
 * Changes of a lead's address, whoever asks for them: a new address counts once its owner has confirmed it, by a link in a
 * mail to it. The old address is told when a change is asked for and when it has happened, by mails without personal links.
 */
export function createEmailChanges(options: EmailChangeOptions) {
  const { db, clock, links, noteEvents, post, publicUrl, reissueBadges } = options
  const isWaiting = () => gt(leadEmailChanges.expiresAt, clock.now())

  /** @throws {Problem} 429 */
  async function requireQuota(tx: Database, leadId: string): Promise<void> {
    const recent = await tx.$count(
      leadEvents,
      and(
        eq(leadEvents.leadId, leadId),
        eq(leadEvents.kind, 'email_change_requested'),
        gt(leadEvents.at, new Date(clock.now().getTime() - day)),
      ),
    )
    if (recent >= requestsADay) throw new Problem('email_change_limited', 429)
  }

  function mailTo(lead: LeadRow, email: string): MailOrder['to'] {
    const { id, name, language, segment } = lead
    return { email, name, language, leadId: id, segment }
  }

  /** The change of a lead's address that waits for its confirmation. */
  async function find(reader: Database, leadId: string): Promise<EmailChangeRow | undefined> {
    const [row] = await reader
      .select()
      .from(leadEmailChanges)
      .where(and(eq(leadEmailChanges.leadId, leadId), isWaiting()))
    return row
  }

  /** The change that a link asks to confirm. @throws {Problem} 404 when it is over, used, cancelled or made up */
  async function read(token: string, reader: Database = db): Promise<EmailChangeRow> {
    const sealed = links.findEmailChange(token)
    const row = sealed && (await find(reader, sealed.leadId))
    if (!row || row.id !== sealed.changeId) throw new Problem('rights_link_unknown', 404)
    return row
  }

  return {
    find,
    read,

    /**
     * Asks the owner of a new address to confirm it and tells the old one, in a transaction that has locked the lead. It
     * takes the place of a change that waits already. Of an address that is somebody else's, the team is told; for a
     * person it looks as if it waited.
     * @throws {Problem} 409 when somebody else has that address, 429 when there were too many requests or mails today
     */
    async request(tx: Database, lead: LeadRow, email: string, by: Corrector): Promise<void> {
      const isTaken = await hasOwner(tx, email.toLowerCase())
      if (isTaken && by !== 'person') throw emailTaken()
      await requireQuota(tx, lead.id)
      const now = clock.now()
      const waiting = await find(tx, lead.id)
      // The links that were sent for the same address stay good.
      const isSame = waiting?.email.toLowerCase() === email.toLowerCase()
      const change = {
        ...{ id: isSame ? waiting.id : randomUUID(), email, requestedAt: now },
        expiresAt: new Date(now.getTime() + confirmationTerm),
        requestedBy: by === 'person' ? null : by.userId,
      }
      await tx
        .insert(leadEmailChanges)
        .values({ leadId: lead.id, ...change })
        .onConflictDoUpdate({ target: leadEmailChanges.leadId, set: change })
      await noteEvents(tx, [{ leadId: lead.id, kind: 'email_change_requested', actorId: change.requestedBy }])
      const cause = `${change.id}:${Math.floor(now.getTime() / mailPause)}`
      const { name, language } = lead
      const confirmation: MailOrder = {
        ...{ cause: `email_change:${cause}`, kind: 'email_change', to: mailTo(lead, email) },
        variables: { name },
        actionUrl: `${publicUrl}/${language}/rights/email?token=${links.sealEmailChange({ leadId: lead.id, changeId: change.id })}`,
      }
      // A person is not told whether there are mails to an address, which may be another's.
      if (!isTaken) await post(tx, [confirmation]).catch(by === 'person' ? ignoreMailLimit : rethrow)
      await post(tx, [
        {
          ...{
            cause: `email_change_asked:${cause}`,
            kind: 'email_change_asked',
            to: mailTo(lead, lead.email),
          },
          variables: { name },
          // No personal link: there they ask for one, which is sent to the address that counts.
          actionUrl: `${publicUrl}/${language}/rights`,
        },
      ])
    },

    /** Gives up a change that waits. @throws {Problem} 404 when none does */
    async cancel(leadId: string, by: Corrector): Promise<void> {
      await db.transaction(async (tx) => {
        await tx.select().from(earlyAdopters).where(eq(earlyAdopters.id, leadId)).for('update')
        const gone = await tx
          .delete(leadEmailChanges)
          .where(and(eq(leadEmailChanges.leadId, leadId), isWaiting()))
          .returning()
        if (gone.length === 0) throw new Problem('email_change_not_found', 404)
        const actorId = by === 'person' ? null : by.userId
        await noteEvents(tx, [{ leadId, kind: 'email_change_cancelled', actorId }])
      })
    },

    /**
     * Makes a confirmed address the lead's own: their personal links so far end, their badges are signed for it, and the
     * old address is told.
     * @throws {Problem} 404, 409 when it has become another's
     */
    async confirm(token: string): Promise<LeadRow> {
      return db.transaction(async (tx) => {
        const leadId = links.findEmailChange(token)?.leadId
        const [lead] = leadId
          ? await tx.select().from(earlyAdopters).where(eq(earlyAdopters.id, leadId)).for('update')
          : []
        if (!lead) throw new Problem('rights_link_unknown', 404)
        const { id: changeId, email } = await read(token, tx)
        const emailKey = email.toLowerCase()
        await requireFree(tx, emailKey)
        const [changed = lead] = await tx
          .update(earlyAdopters)
          .set({
            ...{ email, emailKey },
            searchText: searchTextOf(lead.name, email, lead.company ?? ''),
            linkEpoch: sql`${earlyAdopters.linkEpoch} + 1`,
            lastContactAt: clock.now(),
          })
          .where(eq(earlyAdopters.id, lead.id))
          .returning()
        await tx.delete(leadEmailChanges).where(eq(leadEmailChanges.leadId, lead.id))
        await reissueBadges(tx, changed)
        await noteEvents(tx, [{ leadId: lead.id, kind: 'email_changed' }])
        await post(tx, [
          {
            ...{ cause: `email_changed:${changeId}`, kind: 'email_changed', to: mailTo(lead, lead.email) },
            variables: { name: lead.name },
            actionUrl: `${publicUrl}/${lead.language}/privacy`,
          },
        ])
        return changed
      })
    },

    /** Forgets the changes to an address whose owner is erased. Those of the lead go with their row. */
    async forgetAddress(tx: Database, { emailKey }: { emailKey: string }): Promise<void> {
      await tx.delete(leadEmailChanges).where(eq(sql`lower(${leadEmailChanges.email})`, emailKey))
    },

    /** Forgets the changes that nobody confirmed in time. */
    async forgetExpired(): Promise<void> {
      await db.delete(leadEmailChanges).where(lte(leadEmailChanges.expiresAt, clock.now()))
    },
  }
}
export type EmailChanges = ReturnType<typeof createEmailChanges>

function emailTaken(): Problem {
  return new Problem('email_taken', 409, { fields: [{ field: 'email', code: 'email_taken' }] })
}

function rethrow(error: unknown): never {
  throw error
}

/** @throws {Problem} 409 when somebody has that address */
async function requireFree(tx: Database, emailKey: string): Promise<void> {
  // Two at once that want the same address: the second waits here, and is told, instead of running into the index.
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext(${`early adopter ${emailKey}`}))`)
  if (await hasOwner(tx, emailKey)) throw emailTaken()
}

async function hasOwner(tx: Database, emailKey: string): Promise<boolean> {
  return (await tx.$count(earlyAdopters, eq(earlyAdopters.emailKey, emailKey))) > 0
}
