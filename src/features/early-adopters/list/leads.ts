import type { Lead, LeadChange } from '#features/early-adopters/contract.ts'
import type { ConsentTexts } from '#features/early-adopters/records/consent-texts.ts'
import { createHistoryStore } from '#features/early-adopters/records/history-store.ts'
import { createLeadStore } from '#features/early-adopters/records/lead-store.ts'
import { visibilityFor } from '#features/early-adopters/records/visibility.ts'
import type { Corrections } from '#features/early-adopters/rights/corrections.ts'
import { createEmailChangeStore } from '#features/early-adopters/rights/email-change-store.ts'
import type { EmailChanges } from '#features/early-adopters/rights/email-changes.ts'
import { describeEarlyAdopter } from '#features/early-adopters/service.ts'
import type { EarlyAdopterRow } from '#features/early-adopters/store.ts'
import { findTagsOf } from '#features/early-adopters/tags/tag-store.ts'
import type { Translate } from '#platform/catalogues.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import type { Language } from '#shared/languages.ts'
import type { Member } from '#shared/roles.ts'
import type { FindNames } from '#shared/user.ts'
import { describeEnquiry, describeNote, nameIn } from './notes.ts'
import type { LeadMail } from './timeline.ts'

export interface LeadOptions {
  db: Database
  clock: Clock
  translator: (language: Language) => Translate
  consentTexts: Pick<ConsentTexts, 'find'>
  corrections: Corrections
  emailChanges: Pick<EmailChanges, 'cancel'>
  /** Every mail to a lead. */
  listMails: (db: Database, leadId: string) => Promise<LeadMail[]>
  /** The names of users. */
  findNames: FindNames
}

/** How long the programme is for each lead. */
const programmeMonths = 6

/** For whom a lead is described: in which language, and with what they may read. */
interface Reader {
  language: Language
  user: Member
}

/** One early adopter as the team reads and corrects them. */
export function createLeads(options: LeadOptions) {
  const { db, clock, translator, consentTexts, corrections, emailChanges, listMails, findNames } = options

  async function describe(row: EarlyAdopterRow, { language, user }: Reader): Promise<Lead> {
    const text = consentTexts.find(row.consentText)
    const visible = visibilityFor(user)
    const [emailChange, notes, enquiries, mails, tagsOf] = await Promise.all([
      visible.addresses ? createEmailChangeStore(db).find(row.id, clock.now()) : null,
      visible.notes ? createHistoryStore(db).listNotes(row.id) : null,
      visible.notes ? createHistoryStore(db).listEnquiries(row.id) : null,
      listMails(db, row.id),
      findTagsOf(db, [row.id]),
    ])
    const names = await findNames(
      [emailChange?.requestedBy, ...(notes ?? []).map(({ authorId }) => authorId)].flatMap((id) => id ?? []),
    )
    const isInvited = mails.some(({ kind, sentAt }) => kind === 'activation_invitation' && sentAt)
    const isActivated = mails.some(({ kind }) => kind === 'signature_activated')
    const endsAt = new Date(row.createdAt)
    endsAt.setUTCMonth(endsAt.getUTCMonth() + programmeMonths)
    return {
      ...describeEarlyAdopter(row, translator(language), visible, tagsOf(row.id)),
      message: visible.notes ? row.message : null,
      enquiries: enquiries?.map(describeEnquiry) ?? null,
      email_change: emailChange
        ? {
            email: emailChange.email,
            requested_at: emailChange.requestedAt.toISOString(),
            expires_at: emailChange.expiresAt.toISOString(),
            requested_by: nameIn(names, emailChange.requestedBy),
          }
        : null,
      consent: {
        given_at: row.consentedAt.toISOString(),
        withdrawn_at: row.consentWithdrawnAt?.toISOString() ?? null,
        text_hash: row.consentText,
        sentence: text?.sentence ?? null,
        language: text?.language ?? null,
      },
      last_contact_at: row.lastContactAt.toISOString(),
      // Read by the team until they are invited.
      programme: { step: isActivated ? 4 : isInvited ? 3 : 2, ends_at: endsAt.toISOString() },
      notes: notes?.map((note) => describeNote(note, names)) ?? null,
    }
  }

  return {
    /** A lead as the reader may see it. @throws {Problem} 404 */
    get: async (id: string, reader: Reader): Promise<Lead> =>
      describe(await createLeadStore(db).get(id), reader),

    /**
     * Corrects the given fields; a new address must be confirmed by its owner.
     * @throws {Problem} 404, 409 when somebody else has that address, 429 when it was changed too often today
     */
    correct: async (id: string, change: LeadChange, by: Reader & { userId: string }): Promise<Lead> =>
      describe(await corrections.correct(id, change, by), by),

    /** Cancels the pending change of address. @throws {Problem} 404 */
    cancelEmailChange: (id: string, userId: string): Promise<void> => emailChanges.cancel(id, { userId }),
  }
}
export type Leads = ReturnType<typeof createLeads>
