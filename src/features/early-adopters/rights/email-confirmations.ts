import { createLeadStore } from '#features/early-adopters/records/lead-store.ts'
import { searchTextOf } from '#features/early-adopters/records/search-text.ts'
import type { EarlyAdopterRow } from '#features/early-adopters/store.ts'
import type { Database } from '#platform/postgres.ts'
import { emailKeyOf } from '#shared/email-address.ts'
import { Problem } from '#shared/problem.ts'
import { createEmailChangeStore, type EmailChangeRow } from './email-change-store.ts'
import { type EmailChangeOptions, emailTaken, mailTo } from './email-changes.ts'

export interface EmailConfirmationOptions extends EmailChangeOptions {
  /** Signs the badges of a lead again, in the same transaction, because each contains the address of its holder. */
  reissueBadges: (db: Database, lead: { id: string; email: string }) => Promise<void>
  /** Ends the links with which a lead could activate their signature, in the same transaction: the old address has them. */
  endActivationLinks: (db: Database, leadId: string) => Promise<void>
}

/** Confirmations of new addresses, by the link that was sent to them. */
export function createEmailConfirmations(options: EmailConfirmationOptions) {
  const { db, clock, links, noteEvents, post, publicUrl, reissueBadges, endActivationLinks } = options

  /** The change that a link asks to confirm. @throws {Problem} 404 when it is over, used, cancelled or made up */
  async function read(token: string, reader: Database = db): Promise<EmailChangeRow> {
    const sealed = links.findEmailChange(token)
    const row = sealed && (await createEmailChangeStore(reader).find(sealed.leadId, clock.now()))
    if (!row || row.id !== sealed.changeId) throw new Problem('rights_link_unknown', 404)
    return row
  }

  return {
    read,

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
        const emailKey = emailKeyOf(email)
        await requireFree(tx, emailKey)
        const searchText = searchTextOf(lead.name, email, lead.company ?? '')
        const change = { email, emailKey, searchText, lastContactAt: clock.now() }
        const changed = await store.update(lead.id, change, { endsLinks: true })
        if (!changed) throw new Error('a locked lead was deleted')
        await createEmailChangeStore(tx).remove(lead.id)
        await reissueBadges(tx, changed)
        await endActivationLinks(tx, lead.id)
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
  }
}
export type EmailConfirmations = ReturnType<typeof createEmailConfirmations>

/** @throws {Problem} 409 when somebody has that address */
async function requireFree(tx: Database, emailKey: string): Promise<void> {
  const store = createLeadStore(tx)
  await store.lockAddress(emailKey)
  if (await store.hasAddress(emailKey)) throw emailTaken()
}
