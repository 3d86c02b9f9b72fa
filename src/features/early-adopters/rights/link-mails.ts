import { createLeadStore } from '#features/early-adopters/records/lead-store.ts'
import type { RightsLinks } from '#features/early-adopters/records/rights-links.ts'
import { ignoreMailLimit, type MailOrder } from '#features/mail/model.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import { emailKeyOf } from '#shared/email-address.ts'

interface LinkMailOptions {
  db: Database
  clock: Clock
  links: RightsLinks
  post: (db: Database, orders: MailOrder[]) => Promise<void>
}

/** The shortest time between two links to one address, in milliseconds. */
const linkPause = 5 * 60_000

/** Mails the personal link to an address if a lead has it. The requester gets the same answer either way. */
export function createSendLink({ db, clock, links, post }: LinkMailOptions) {
  return async (email: string): Promise<void> => {
    const lead = await createLeadStore(db).findByAddress(emailKeyOf(email))
    if (!lead) return
    const { id, name, language, segment } = lead
    await post(db, [
      {
        cause: `rights_link:${id}:${Math.floor(clock.now().getTime() / linkPause)}`,
        kind: 'rights_link',
        to: { email: lead.email, name, language, leadId: id, segment },
        variables: { name },
        actionUrl: links.urlOf(lead),
      },
    ]).catch(ignoreMailLimit)
  }
}
export type SendLink = ReturnType<typeof createSendLink>
