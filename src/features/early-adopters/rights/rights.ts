import type { Correction, PersonalData } from '#features/early-adopters/contract.ts'
import type { Consent } from '#features/early-adopters/records/consent.ts'
import type { NoteEvents } from '#features/early-adopters/records/events.ts'
import { createLeadStore } from '#features/early-adopters/records/lead-store.ts'
import type { RightsLinks } from '#features/early-adopters/records/rights-links.ts'
import type { EarlyAdopterRow } from '#features/early-adopters/store.ts'
import type { Database } from '#platform/postgres.ts'
import { emailKeyOf } from '#shared/email-address.ts'
import type { Language } from '#shared/languages.ts'
import { Problem } from '#shared/problem.ts'
import type { Corrections } from './corrections.ts'
import type { EmailChanges } from './email-changes.ts'
import type { EmailConfirmations } from './email-confirmations.ts'
import type { Erasures } from './erasure.ts'
import type { ReadPersonalData } from './personal-data.ts'

interface RightsOptions {
  db: Database
  links: RightsLinks
  consent: Consent
  corrections: Corrections
  emailChanges: EmailChanges
  emailConfirmations: EmailConfirmations
  erasures: Erasures
  noteEvents: NoteEvents
  readPersonalData: ReadPersonalData
}

/** The rights of people over their data, by the link in every mail: see, correct, export, object, erase. */
export function createRights(options: RightsOptions) {
  const {
    db,
    links,
    consent,
    corrections,
    emailChanges,
    emailConfirmations,
    erasures,
    noteEvents,
    readPersonalData,
  } = options

  /** The lead of a personal link. @throws {Problem} 404 for every invalid link, whatever the reason */
  async function getLead(token: string): Promise<EarlyAdopterRow> {
    const id = links.findId(token)
    const lead = id && (await createLeadStore(db).find(id))
    if (!lead || !links.isFor(token, lead)) throw new Problem('rights_link_unknown', 404)
    return lead
  }

  return {
    /** Everything that is stored about the person, for display in a language. @throws {Problem} 404 */
    async read(token: string, language: Language): Promise<PersonalData> {
      return readPersonalData(await getLead(token), language)
    },

    /** The same as an export, which is recorded in the history. @throws {Problem} 404 */
    async export(token: string): Promise<PersonalData> {
      const lead = await getLead(token)
      await noteEvents(db, [{ leadId: lead.id, kind: 'exported' }])
      return readPersonalData(lead, lead.language)
    },

    /**
     * Corrects the person's data. A new address counts only once it is confirmed, by a mail to it.
     * @throws {Problem} 404, 429 when it was changed too often today
     */
    async correct(token: string, correction: Correction): Promise<'corrected' | 'email_sent'> {
      const { id, emailKey } = await getLead(token)
      await corrections.correct(id, correction, 'person')
      return emailKeyOf(correction.email) === emailKey ? 'corrected' : 'email_sent'
    },

    /** The change of address that a link asks to confirm. @throws {Problem} 404 */
    readEmailChange: (token: string) => emailConfirmations.read(token),

    /** Cancels the pending change of address, if there is one. @throws {Problem} 404 for an invalid link */
    async cancelEmailChange(token: string): Promise<void> {
      const { id } = await getLead(token)
      if (await emailChanges.find(db, id)) await emailChanges.cancel(id, 'person')
    },

    /**
     * Makes a confirmed address the person's own and answers with their new token; the links sent to the old one end.
     * @throws {Problem} 404, 409 when it has become another's
     */
    confirmEmail: async (token: string): Promise<string> =>
      links.tokenOf(await emailConfirmations.confirm(token)),

    /** Withdraws the consent or gives it again, to the sentence in that language. @throws {Problem} 404 */
    async setConsent(token: string, isGiven: boolean, language: Language): Promise<void> {
      const { id } = await getLead(token)
      await (isGiven ? consent.give(id, language) : consent.withdraw(id, 'withdrawn'))
    },

    /** Erases the person. @throws {Problem} 404 */
    async erase(token: string): Promise<void> {
      const { id } = await getLead(token)
      await erasures.erase([id], 'asked')
    },
  }
}
export type Rights = ReturnType<typeof createRights>
