import type { Lead, LeadChange, LeadNote, TimelineEntry } from '#features/early-adopters/contract.ts'
import type { ConsentTexts } from '#features/early-adopters/registration/consent.ts'
import type { EmailChanges } from '#features/early-adopters/rights/email-changes.ts'
import { describeEarlyAdopter } from '#features/early-adopters/service.ts'
import type { EarlyAdopterRow } from '#features/early-adopters/store.ts'
import type { Translate } from '#platform/catalogues.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import type { Language } from '#shared/languages.ts'
import { Problem } from '#shared/problem.ts'
import type { Role } from '#shared/roles.ts'
import type { Corrections } from './corrections.ts'
import { createLeadStore, type NoteRow } from './lead-store.ts'
import { type LeadMail, mailEntries } from './timeline.ts'
import { visibilityFor } from './visibility.ts'

export interface LeadOptions {
  db: Database
  clock: Clock
  translator: (language: Language) => Translate
  consentTexts: Pick<ConsentTexts, 'find'>
  corrections: Corrections
  emailChanges: Pick<EmailChanges, 'cancel'>
  /** Every mail to a lead. */
  listMails: (db: Database, leadId: string) => Promise<LeadMail[]>
}

/** How long the programme is for each. */
const programmeMonths = 6

/** Who writes a note. Admins may change what others wrote. */
interface Writer {
  id: string
  role: Role
}

/** For whom a lead is described: in which language, and with what their role may read. */
interface Reader {
  language: Language
  role: Role
}

/** One early adopter as the team sees them: what is known, what was noted, what happened. */
export function createLeads(options: LeadOptions) {
  const { db, clock, translator, consentTexts, corrections, emailChanges, listMails } = options
  const store = createLeadStore(db)

  async function get(id: string): Promise<EarlyAdopterRow> {
    const row = await store.find(id)
    if (!row) throw new Problem('lead_not_found', 404)
    return row
  }

  async function describe(row: EarlyAdopterRow, { language, role }: Reader): Promise<Lead> {
    const text = consentTexts.find(row.consentText)
    const visible = visibilityFor(role)
    const [emailChange, notes, mails] = await Promise.all([
      visible.addresses ? store.findEmailChange(row.id, clock.now()) : null,
      visible.notes ? store.listNotes(row.id) : null,
      listMails(db, row.id),
    ])
    const isInvited = mails.some(({ kind, sentAt }) => kind === 'activation_invitation' && sentAt)
    const endsAt = new Date(row.createdAt)
    endsAt.setUTCMonth(endsAt.getUTCMonth() + programmeMonths)
    return {
      ...describeEarlyAdopter(row, translator(language), visible),
      email_change: emailChange,
      consent: {
        given_at: row.consentedAt.toISOString(),
        withdrawn_at: row.consentWithdrawnAt?.toISOString() ?? null,
        text_hash: row.consentText,
        sentence: text?.sentence ?? null,
        language: text?.language ?? null,
      },
      last_contact_at: row.lastContactAt.toISOString(),
      // Read by the team until they are invited; activation and use come with signatures.
      programme: { step: isInvited ? 3 : 2, ends_at: endsAt.toISOString() },
      notes: notes?.map(describeNote) ?? null,
    }
  }

  /** A note that may be changed. @throws {Problem} 404, 403 when it is somebody else's */
  async function getOwnNote(leadId: string, noteId: string, writer: Writer): Promise<NoteRow> {
    const note = await store.findNote(leadId, noteId)
    if (!note) throw new Problem('note_not_found', 404)
    if (note.author?.id !== writer.id && writer.role !== 'admin') throw new Problem('forbidden', 403)
    return note
  }

  return {
    /** A lead as the reader's role may see it. @throws {Problem} 404 */
    get: async (id: string, reader: Reader): Promise<Lead> => describe(await get(id), reader),

    /**
     * Corrects what is given; a new address waits for its owner to confirm it.
     * @throws {Problem} 404, 409 when somebody else has that address, 429 when it was changed too often today
     */
    correct: async (id: string, change: LeadChange, by: Reader & { userId: string }): Promise<Lead> =>
      describe(await corrections.correct(id, change, by), by),

    /** Gives up the change of address that waits. @throws {Problem} 404 */
    cancelEmailChange: (id: string, userId: string): Promise<void> => emailChanges.cancel(id, { userId }),

    /** What happened to a lead, newest first, without notes for those who may not read them. @throws {Problem} 404 */
    async listTimeline(
      id: string,
      { limit, offset }: { limit: number; offset: number },
      role: Role,
    ): Promise<{ items: TimelineEntry[]; total: number }> {
      const lead = await get(id)
      const [events, notes, mails] = await Promise.all([
        store.listEvents(id, limit + offset),
        visibilityFor(role).notes ? store.listNotes(id) : [],
        listMails(db, id),
      ])
      // Signing up is the busiest write there is, and leaves no event behind: the row itself says when it was.
      const beginning: TimelineEntry[] = events.hasBeginning
        ? []
        : [{ kind: 'registered', at: lead.createdAt.toISOString(), actor: null, detail: {} }]
      const others = [
        ...mails.flatMap(mailEntries),
        ...notes.map(
          ({ note, author }): TimelineEntry => ({
            kind: 'noted',
            at: note.createdAt.toISOString(),
            actor: author?.name ?? null,
            detail: {},
          }),
        ),
      ]
      const entries = [...events.entries, ...others].sort((a, b) => b.at.localeCompare(a.at))
      return {
        items: [...entries, ...beginning].slice(offset, offset + limit),
        total: events.total + others.length + beginning.length,
      }
    },

    /** @throws {Problem} 404 */
    async addNote(leadId: string, text: string, writer: Writer): Promise<LeadNote> {
      const lead = await get(leadId)
      const now = clock.now()
      const noteId = await store.insertNote({
        leadId: lead.id,
        text,
        authorId: writer.id,
        createdAt: now,
        updatedAt: now,
      })
      return describeNote(await getOwnNote(leadId, noteId, writer))
    },

    /** @throws {Problem} 404, 403 */
    async changeNote(leadId: string, noteId: string, text: string, writer: Writer): Promise<LeadNote> {
      await getOwnNote(leadId, noteId, writer)
      await store.updateNote(noteId, { text, updatedAt: clock.now() })
      return describeNote(await getOwnNote(leadId, noteId, writer))
    },

    /** @throws {Problem} 404, 403 */
    async removeNote(leadId: string, noteId: string, writer: Writer): Promise<void> {
      await getOwnNote(leadId, noteId, writer)
      await store.removeNote(noteId)
    },
  }
}
export type Leads = ReturnType<typeof createLeads>

function describeNote({ note, author }: NoteRow): LeadNote {
  return {
    id: note.id,
    text: note.text,
    author,
    created_at: note.createdAt.toISOString(),
    updated_at: note.updatedAt.toISOString(),
  }
}
