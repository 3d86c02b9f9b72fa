import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import type { Language } from '#shared/languages.ts'
import type { ConsentTexts } from './consent-texts.ts'
import type { NoteEvents } from './events.ts'
import { createLeadStore, type LeadRowChange } from './lead-store.ts'

export interface ConsentOptions {
  db: Database
  clock: Clock
  texts: Pick<ConsentTexts, 'hashOf'>
  noteEvents: NoteEvents
  /** Suppresses and unsuppresses their address, in the same transaction. */
  mail: {
    suppress(db: Database, emailKey: string, reason: 'unsubscribed' | 'withdrawn'): Promise<void>
    unsuppress(db: Database, emailKey: string): Promise<void>
  }
}

/** A lead’s consent to marketing mails: withdrawn, restored and given again. A repeated call changes nothing. */
export function createConsent({ db, clock, texts, noteEvents, mail }: ConsentOptions) {
  async function change(
    leadId: string,
    kind: 'consent_given' | 'consent_withdrawn',
    act: (tx: Database, lead: { emailKey: string }) => Promise<LeadRowChange>,
  ): Promise<boolean> {
    return db.transaction(async (tx) => {
      const store = createLeadStore(tx)
      const lead = await store.lock(leadId)
      if (!lead || (lead.consentWithdrawnAt === null) === (kind === 'consent_given')) return false
      const changes = await act(tx, lead)
      await store.update(leadId, { ...changes, lastContactAt: clock.now() })
      await noteEvents(tx, [{ leadId, kind }])
      return true
    })
  }

  return {
    /** Returns whether it had been given. */
    withdraw: (leadId: string, reason: 'unsubscribed' | 'withdrawn') =>
      change(leadId, 'consent_withdrawn', async (tx, { emailKey }) => {
        await mail.suppress(tx, emailKey, reason)
        return { consentWithdrawnAt: clock.now() }
      }),

    /** Undoes a withdrawal: the old consent counts again. Answers whether there was one. */
    restore: (leadId: string) =>
      change(leadId, 'consent_given', async (tx, { emailKey }) => {
        await mail.unsuppress(tx, emailKey)
        return { consentWithdrawnAt: null }
      }),

    /** Gives consent again, to the present sentence in that language. Returns whether it had been withdrawn. */
    give: (leadId: string, language: Language) =>
      change(leadId, 'consent_given', async (tx, { emailKey }) => {
        await mail.unsuppress(tx, emailKey)
        return { consentWithdrawnAt: null, consentedAt: clock.now(), consentText: texts.hashOf(language) }
      }),
  }
}
export type Consent = ReturnType<typeof createConsent>
