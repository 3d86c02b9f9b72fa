import type { z } from 'zod'
import type { LeadEnquiry, LeadNote } from '#features/early-adopters/contract.ts'
import {
  createHistoryStore,
  type EnquiryRow,
  type NoteRow,
} from '#features/early-adopters/records/history-store.ts'
import { createLeadStore } from '#features/early-adopters/records/lead-store.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import { Problem } from '#shared/problem.ts'
import type { Role } from '#shared/roles.ts'
import type { FindNames } from '#shared/user.ts'

interface LeadNoteOptions {
  db: Database
  clock: Clock
  /** The names of users. */
  findNames: FindNames
}

/** The author of a change to a note. Admins may change the notes of others. */
interface Writer {
  id: string
  role: Role
}

/** The team's notes about leads. */
export function createLeadNotes({ db, clock, findNames }: LeadNoteOptions) {
  const history = createHistoryStore(db)

  /** A note that the user may change. @throws {Problem} 404, 403 when it is somebody else's */
  async function getOwnNote(leadId: string, noteId: string, writer: Writer): Promise<NoteRow> {
    const note = await history.findNote(leadId, noteId)
    if (!note) throw new Problem('note_not_found', 404)
    if (note.authorId !== writer.id && writer.role !== 'admin') throw new Problem('forbidden', 403)
    return note
  }

  const describeOne = async (note: NoteRow): Promise<LeadNote> =>
    describeNote(note, await findNames(note.authorId === null ? [] : [note.authorId]))

  return {
    /** @throws {Problem} 404 */
    async add(leadId: string, text: string, writer: Writer): Promise<LeadNote> {
      const lead = await createLeadStore(db).get(leadId)
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
    async change(leadId: string, noteId: string, text: string, writer: Writer): Promise<LeadNote> {
      await getOwnNote(leadId, noteId, writer)
      await history.updateNote(noteId, { text, updatedAt: clock.now() })
      return describeOne(await getOwnNote(leadId, noteId, writer))
    },

    /** @throws {Problem} 404, 403 */
    async remove(leadId: string, noteId: string, writer: Writer): Promise<void> {
      await getOwnNote(leadId, noteId, writer)
      await history.removeNote(noteId)
    },
  }
}
export type LeadNotes = ReturnType<typeof createLeadNotes>

/** The name of a user; null without a user, or for a deleted one. */
export const nameIn = (names: Map<string, string>, userId: string | null) =>
  (userId === null ? undefined : names.get(userId)) ?? null

/** A later enquiry as the API returns it. */
export function describeEnquiry({
  id,
  kind,
  message,
  page,
  sentAt,
}: EnquiryRow): z.infer<typeof LeadEnquiry> {
  return { id, kind, message, page, sent_at: sentAt.toISOString() }
}

/** A note as the API returns it. */
export function describeNote(note: NoteRow, names: Map<string, string>): LeadNote {
  const authorName = nameIn(names, note.authorId)
  return {
    id: note.id,
    text: note.text,
    author: note.authorId !== null && authorName !== null ? { id: note.authorId, name: authorName } : null,
    created_at: note.createdAt.toISOString(),
    updated_at: note.updatedAt.toISOString(),
  }
}
