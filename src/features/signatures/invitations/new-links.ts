import { ignoreMailLimit } from '#features/mail/model.ts'
import type { SignatureLeads } from '#features/signatures/ports.ts'
import { createSignatureStore } from '#features/signatures/store.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import type { Inviting } from './inviting.ts'

interface NewLinkOptions {
  db: Database
  clock: Clock
  leads: Pick<SignatureLeads, 'findByAddress' | 'lock'>
  inviting: Pick<Inviting, 'renew' | 'sendLinks'>
}

/** The shortest time between two links that a person asks for, in milliseconds. */
const linkPause = 5 * 60_000

/**
 * Sends another link to an address whose owner was invited and has neither activated their signature nor lost it. Whoever
 * asks gets the same answer either way.
 */
export function createSendNewLink({ db, clock, leads, inviting }: NewLinkOptions) {
  return async (email: string): Promise<void> => {
    const leadId = await leads.findByAddress(db, email)
    if (leadId === undefined) return
    await db
      .transaction(async (transaction) => {
        const [lead] = await leads.lock(transaction, [leadId])
        const [row] = await createSignatureStore(transaction).lockOfLeads([leadId])
        if (!lead || !row || row.activatedAt) return
        // Twice within minutes is one wish; the second mail would end the link of the first.
        const isRecent = row.invitedBy === null && clock.now().getTime() - row.invitedAt.getTime() < linkPause
        if (isRecent) return
        const renewed = await inviting.renew(transaction, [{ lead, row }], null)
        await inviting.sendLinks(transaction, renewed, 'requested')
      })
      .catch(ignoreMailLimit)
  }
}
export type SendNewLink = ReturnType<typeof createSendNewLink>
