import type { PersonalDataSource } from '#feature.ts'
import { PersonalData } from '#features/early-adopters/contract.ts'
import type { ConsentTexts } from '#features/early-adopters/records/consent-texts.ts'
import { createHistoryStore } from '#features/early-adopters/records/history-store.ts'
import type { EarlyAdopterRow } from '#features/early-adopters/store.ts'
import { findTagsOf } from '#features/early-adopters/tags/tag-store.ts'
import type { Database } from '#platform/postgres.ts'
import type { Language } from '#shared/languages.ts'
import type { EmailChanges } from './email-changes.ts'

interface PersonalDataOptions {
  db: Database
  texts: ConsentTexts
  emailChanges: Pick<EmailChanges, 'find'>
  /** What all features store about leads. */
  listPersonalData(): readonly PersonalDataSource[]
}

/** Reads everything that is stored about a lead, with the names of things in a language. */
export function createPersonalDataReader({ db, texts, emailChanges, listPersonalData }: PersonalDataOptions) {
  return async (lead: EarlyAdopterRow, language: Language): Promise<PersonalData> => {
    const [emailChange, others, enquiries, notes, events, tagsOf] = await Promise.all([
      emailChanges.find(db, lead.id),
      Promise.all(listPersonalData().map((source) => source.describe?.(lead, language))),
      createHistoryStore(db).listEnquiries(lead.id),
      createHistoryStore(db).listNotes(lead.id),
      createHistoryStore(db).listAllEvents(lead.id),
      findTagsOf(db, [lead.id]),
    ])
    const { id, name, email, company, segment, kind, message, page, country } = lead
    const agreed = texts.find(lead.consentText)
    return PersonalData.parse({
      person: {
        ...{ id, name, email, company, segment, language: lead.language, kind, message, page, country },
        interests: lead.interests,
        tags: tagsOf(lead.id).map((tag) => tag.name),
        registered_at: lead.createdAt.toISOString(),
        last_contact_at: lead.lastContactAt.toISOString(),
      },
      email_change: emailChange
        ? {
            email: emailChange.email,
            requested_at: emailChange.requestedAt.toISOString(),
            expires_at: emailChange.expiresAt.toISOString(),
          }
        : null,
      consent: {
        given_at: lead.consentedAt.toISOString(),
        withdrawn_at: lead.consentWithdrawnAt?.toISOString() ?? null,
        sentence: agreed?.sentence ?? null,
        language: agreed?.language ?? null,
        fingerprint: lead.consentText,
      },
      ...mergeParts(others),
      enquiries: enquiries.map(({ kind, message, page, sentAt }) => ({
        ...{ kind, message, page },
        sent_at: sentAt.toISOString(),
      })),
      notes: notes.map(({ text, createdAt }) => ({ text, written_at: createdAt.toISOString() })),
      history: events.map(({ kind, at, detail }) => ({ kind, at: at.toISOString(), detail })),
    })
  }
}
export type ReadPersonalData = ReturnType<typeof createPersonalDataReader>

/** The parts of all features. Two of one name are a mistake: one of them would be missing. */
function mergeParts(sources: (Record<string, unknown> | undefined)[]): Record<string, unknown> {
  const parts = sources.flatMap((source = {}) => Object.entries(source))
  const merged = Object.fromEntries(parts)
  if (Object.keys(merged).length < parts.length) throw new Error('two parts of personal data have one name')
  return merged
}
