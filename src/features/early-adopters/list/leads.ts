import type { Lead, LeadChange, LeadNote, TimelineEntry } from '#features/early-adopters/contract.ts'
import type { ConsentTexts } from '#features/early-adopters/records/consent.ts'
import { createHistoryStore, type NoteRow } from '#features/early-adopters/records/history-store.ts'
import { createLeadStore } from '#features/early-adopters/records/lead-store.ts'
import type { Corrections } from '#features/early-adopters/rights/corrections.ts'
import { createEmailChangeStore } from '#features/early-adopters/rights/email-change-store.ts'
import type { EmailChanges } from '#features/early-adopters/rights/email-changes.ts'
import { describeEarlyAdopter } from '#features/early-adopters/service.ts'
import type { EarlyAdopterRow } from '#features/early-adopters/store.ts'
import type { Translate } from '#platform/catalogues.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import type { Language } from '#shared/languages.ts'
import { Problem } from '#shared/problem.ts'
import type { Role } from '#shared/roles.ts'
import type { FindNames } from '#shared/user.ts'
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
  /** The names of users. */
  findNames: FindNames
}

/** How long the programme is for each lead. */
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
  const { db, clock, translator, consentTexts, corrections, emailChanges, listMails, findNames } = options
  const history = createHistoryStore(db)

  async function get(id: string): Promise<EarlyAdopterRow> {
    const row = await createLeadStore(db).find(id)
    if (!row) throw new Problem('lead_not_found', 404)
    return row
  }

  async function describe(row: EarlyAdopterRow, { language, role }: Reader): Promise<Lead> {
    const text = consentTexts.find(row.consentText)
    const visible = visibilityFor(role)
    const [emailChange, notes, mails] = await Promise.all([
      visible.addresses ? createEmailChangeStore(db).find(row.id, clock.now()) : null,
      visible.notes ? history.listNotes(row.id) : null,
      listMails(db, row.id),
    ])
    const names = await findNames(
      [emailChange?.requestedBy, ...(notes ?? []).map(({ authorId }) => authorId)].flatMap((id) => id ?? []),
    )
    const isInvited = mails.some(({ kind, sentAt }) => kind === 'activation_invitation' && sentAt)
    const endsAt = new Date(row.createdAt)
    endsAt.setUTCMonth(endsAt.getUTCMonth() + programmeMonths)
    return {
      ...describeEarlyAdopter(row, translator(language), visible),
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
      // Read by the team until they are invited; activation and use come with signatures.
      programme: { step: isInvited ? 3 : 2, ends_at: endsAt.toISOString() },
      notes: notes?.map((note) => describeNote(note, names)) ?? null,
    }
  }

  /** A note that may be changed. @throws {Problem} 404, 403 when it is somebody else's */
  async function getOwnNote(leadId: string, noteId: string, writer: Writer): Promise<NoteRow> {
    const note = await history.findNote(leadId, noteId)
    if (!note) throw new Problem('note_not_found', 404)
    if (note.authorId !== writer.id && writer.role !== 'admin') throw new Problem('forbidden', 403)
    return note
  }

  const describeOne = async (note: NoteRow): Promise<LeadNote> =>
    describeNote(note, await findNames(note.authorId === null ? [] : [note.authorId]))

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
        history.listEvents(id, limit + offset),
        visibilityFor(role).notes ? history.listNotes(id) : [],
        listMails(db, id),
      ])
      const names = await findNames(
        [...events.events.map(({ actorId }) => actorId), ...notes.map(({ authorId }) => authorId)].flatMap(
          (userId) => userId ?? [],
        ),
      )
      // A sign-up inserts no event until its confirmation is ordered: the row says when it was.
      const beginning: TimelineEntry[] = events.hasBeginning
        ? []
        : [{ kind: 'registered', at: lead.createdAt.toISOString(), actor: null, detail: {} }]
      const others = [
        ...mails.flatMap(mailEntries),
        ...notes.map(
          ({ createdAt, authorId }): TimelineEntry => ({
            kind: 'noted',
            at: createdAt.toISOString(),
            actor: nameIn(names, authorId),
            detail: {},
          }),
        ),
      ]
      const happened = events.events.map(
        ({ kind, at, actorId, detail }): TimelineEntry => ({
          ...{ kind, at: at.toISOString(), actor: nameIn(names, actorId), detail: detail ?? {} },
        }),
      )
      const entries = [...happened, ...others].sort((a, b) => b.at.localeCompare(a.at))
      return {
        items: [...entries, ...beginning].slice(offset, offset + limit),
        total: events.total + others.length + beginning.length,
      }
    },

    /** @throws {Problem} 404 */
    async addNote(leadId: string, text: string, writer: Writer): Promise<LeadNote> {
      const lead = await get(leadId)
      const now = clock.now()
      const noteId = await history.insertNote({
        leadId: lead.id,
        text,
        authorId: writer.id,
        createdAt: now,
        updatedAt: now,
      })
      return describeOne(await getOwnNote(leadId, noteId, writer))
    },

    /** @throws {Problem} 404, 403 */
    async changeNote(leadId: string, noteId: string, text: string, writer: Writer): Promise<LeadNote> {
      await getOwnNote(leadId, noteId, writer)
      await history.updateNote(noteId, { text, updatedAt: clock.now() })
      return describeOne(await getOwnNote(leadId, noteId, writer))
    },

    /** @throws {Problem} 404, 403 */
    async removeNote(leadId: string, noteId: string, writer: Writer): Promise<void> {
      await getOwnNote(leadId, noteId, writer)
      await history.removeNote(noteId)
    },
  }
}
export type Leads = ReturnType<typeof createLeads>

const nameIn = (names: Map<string, string>, userId: string | null) =>
  (userId === null ? undefined : names.get(userId)) ?? null

function describeNote(note: NoteRow, names: Map<string, string>): LeadNote {
  const authorName = nameIn(names, note.authorId)
  return {
    id: note.id,
    text: note.text,
    author: note.authorId !== null && authorName !== null ? { id: note.authorId, name: authorName } : null,
    created_at: note.createdAt.toISOString(),
    updated_at: note.updatedAt.toISOString(),
  }
}
