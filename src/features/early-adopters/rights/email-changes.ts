import { randomUUID } from 'node:crypto'
import type { NoteEvents } from '#features/early-adopters/records/events.ts'
import { createHistoryStore } from '#features/early-adopters/records/history-store.ts'
import { createLeadStore } from '#features/early-adopters/records/lead-store.ts'
import type { RightsLinks } from '#features/early-adopters/records/rights-links.ts'
import type { EarlyAdopterRow } from '#features/early-adopters/store.ts'
import { ignoreMailLimit, type MailOrder } from '#features/mail/model.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import { emailKeyOf } from '#shared/email-address.ts'
import { Problem } from '#shared/problem.ts'
import { createEmailChangeStore, type EmailChangeRow } from './email-change-store.ts'

/** Who corrects: somebody of the team, or the person, which is a contact with the programme. */
export type Corrector = { userId: string } | 'person'

export interface EmailChangeOptions {
  db: Database
  clock: Clock
  links: RightsLinks
  noteEvents: NoteEvents
  post: (db: Database, orders: MailOrder[]) => Promise<void>
  publicUrl: string
}

const day = 24 * 3_600_000
/** How long a new address can be confirmed, and how soon the same mail is not sent again, in milliseconds. */
const confirmationTerm = day
const mailPause = 5 * 60_000
/** Each request writes to the old address too, so there are not many of one lead. */
const requestsADay = 3

/**
 * Requests to change a lead's address, by the team or by the person. The new address counts once its owner has followed a
 * link in a mail to it. The old address is told of the request, by a mail without personal links.
 */
export function createEmailChanges({ db, clock, links, noteEvents, post, publicUrl }: EmailChangeOptions) {
  /** The change of a lead's address that waits for its confirmation. */
  const find = (reader: Database, leadId: string): Promise<EmailChangeRow | undefined> =>
    createEmailChangeStore(reader).find(leadId, clock.now())

  return {
    find,

    /**
     * Asks the owner of a new address to confirm it and tells the old one, in a transaction that has locked the lead. It
     * takes the place of a change that waits already. Of an address that is somebody else's, the team is told; for a
     * person it looks as if it waited.
     * @throws {Problem} 409 when somebody else has that address, 429 when there were too many requests or mails today
     */
    async request(tx: Database, lead: EarlyAdopterRow, email: string, by: Corrector): Promise<void> {
      const isTaken = await createLeadStore(tx).hasAddress(emailKeyOf(email))
      if (isTaken && by !== 'person') throw emailTaken()
      await requireQuota(tx, lead.id, clock.now())
      const now = clock.now()
      const waiting = await find(tx, lead.id)
      // The links that were sent for the same address stay good.
      const isSame = waiting !== undefined && emailKeyOf(waiting.email) === emailKeyOf(email)
      const change = {
        ...{ id: isSame ? waiting.id : randomUUID(), email, requestedAt: now },
        expiresAt: new Date(now.getTime() + confirmationTerm),
        requestedBy: by === 'person' ? null : by.userId,
      }
      await createEmailChangeStore(tx).save(lead.id, change)
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

    /** Cancels a pending change. @throws {Problem} 404 when none does */
    async cancel(leadId: string, by: Corrector): Promise<void> {
      await db.transaction(async (tx) => {
        await createLeadStore(tx).lock(leadId)
        if (!(await find(tx, leadId))) throw new Problem('email_change_not_found', 404)
        await createEmailChangeStore(tx).remove(leadId)
        const actorId = by === 'person' ? null : by.userId
        await noteEvents(tx, [{ leadId, kind: 'email_change_cancelled', actorId }])
      })
    },

    /** Deletes the changes to an address whose owner is erased. Those of the lead are deleted with their row. */
    async deleteByAddress(tx: Database, { emailKey }: { emailKey: string }): Promise<void> {
      await createEmailChangeStore(tx).removeByAddress(emailKey)
    },

    /** Deletes the changes that nobody confirmed in time. */
    async deleteExpired(): Promise<void> {
      await createEmailChangeStore(db).removeExpired(clock.now())
    },
  }
}
export type EmailChanges = ReturnType<typeof createEmailChanges>

/** The recipient of a mail to a lead at one of their addresses. */
export function mailTo(lead: EarlyAdopterRow, email: string): MailOrder['to'] {
  const { id, name, language, segment } = lead
  return { email, name, language, leadId: id, segment }
}

/** The refusal of an address that somebody has. */
export function emailTaken(): Problem {
  return new Problem('email_taken', 409, { fields: [{ field: 'email', code: 'email_taken' }] })
}

function rethrow(error: unknown): never {
  throw error
}

/** @throws {Problem} 429 */
async function requireQuota(tx: Database, leadId: string, now: Date): Promise<void> {
  const since = new Date(now.getTime() - day)
  const recent = await createHistoryStore(tx).countEvents(leadId, 'email_change_requested', since)
  if (recent >= requestsADay) throw new Problem('email_change_limited', 429)
}
