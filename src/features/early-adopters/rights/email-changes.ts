import { randomUUID } from 'node:crypto'
import type { NoteEvents } from '#features/early-adopters/records/events.ts'
import { createHistoryStore } from '#features/early-adopters/records/history-store.ts'
import { createLeadStore } from '#features/early-adopters/records/lead-store.ts'
import type { RightsLinks } from '#features/early-adopters/records/rights-links.ts'
import { searchTextOf } from '#features/early-adopters/records/search-text.ts'
import type { EarlyAdopterRow } from '#features/early-adopters/store.ts'
import { ignoreMailLimit, type MailOrder } from '#features/mail/model.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
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

  /** @throws {Problem} 429 */
  async function requireQuota(tx: Database, leadId: string): Promise<void> {
    const since = new Date(clock.now().getTime() - day)
    const recent = await createHistoryStore(tx).countEvents(leadId, 'email_change_requested', since)
    if (recent >= requestsADay) throw new Problem('email_change_limited', 429)
  }

  function mailTo(lead: EarlyAdopterRow, email: string): MailOrder['to'] {
    const { id, name, language, segment } = lead
    return { email, name, language, leadId: id, segment }
  }

  /** The change of a lead's address that waits for its confirmation. */
  const find = (reader: Database, leadId: string): Promise<EmailChangeRow | undefined> =>
    createEmailChangeStore(reader).find(leadId, clock.now())

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
    async request(tx: Database, lead: EarlyAdopterRow, email: string, by: Corrector): Promise<void> {
      const isTaken = await createLeadStore(tx).hasAddress(email.toLowerCase())
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

    /** Gives up a change that waits. @throws {Problem} 404 when none does */
    async cancel(leadId: string, by: Corrector): Promise<void> {
      await db.transaction(async (tx) => {
        await createLeadStore(tx).lock(leadId)
        if (!(await find(tx, leadId))) throw new Problem('email_change_not_found', 404)
        await createEmailChangeStore(tx).remove(leadId)
        const actorId = by === 'person' ? null : by.userId
        await noteEvents(tx, [{ leadId, kind: 'email_change_cancelled', actorId }])
      })
    },

    /**
     * Makes a confirmed address the lead's own: their personal links so far end, their badges are signed for it, and the
     * old address is told.
     * @throws {Problem} 404, 409 when it has become another's
     */
    async confirm(token: string): Promise<EarlyAdopterRow> {
      return db.transaction(async (tx) => {
        const leadId = links.findEmailChange(token)?.leadId
        const store = createLeadStore(tx)
        const lead = leadId && (await store.lock(leadId))
        if (!lead) throw new Problem('rights_link_unknown', 404)
        const { id: changeId, email } = await read(token, tx)
        const emailKey = email.toLowerCase()
        await requireFree(tx, emailKey)
        const searchText = searchTextOf(lead.name, email, lead.company ?? '')
        const change = { email, emailKey, searchText, lastContactAt: clock.now() }
        const changed = await store.update(lead.id, change, { endsLinks: true })
        if (!changed) throw new Error('a locked lead is gone')
        await createEmailChangeStore(tx).remove(lead.id)
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
      await createEmailChangeStore(tx).removeByAddress(emailKey)
    },

    /** Forgets the changes that nobody confirmed in time. */
    async forgetExpired(): Promise<void> {
      await createEmailChangeStore(db).removeExpired(clock.now())
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
  const store = createLeadStore(tx)
  await store.lockAddress(emailKey)
  if (await store.hasAddress(emailKey)) throw emailTaken()
}
