import { and, desc, eq, gt, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { LeadEmailChange, TimelineEntry } from '#features/early-adopters/contract.ts'
import type { EarlyAdopterRow } from '#features/early-adopters/store.ts'
import { earlyAdopters, leadEmailChanges, leadEvents, leadNotes } from '#features/early-adopters/table.ts'
import type { Database } from '#platform/postgres.ts'

type Note = typeof leadNotes.$inferSelect
/** A note and who wrote it. */
export interface NoteRow {
  note: Note
  author: { id: string; name: string } | null
}

/** The queries on one early adopter, their notes and what happened to them. */
export function createLeadStore(db: Database) {
  const nameOf = (userId: AnyPgColumn) =>
    sql<string | null>`(SELECT name FROM users WHERE users.id = ${userId})`

  async function listNotes(condition: SQL | undefined): Promise<NoteRow[]> {
    const rows = await db
      .select({ note: leadNotes, name: nameOf(leadNotes.authorId) })
      .from(leadNotes)
      .where(condition)
      .orderBy(desc(leadNotes.createdAt), desc(leadNotes.id))
    return rows.map(({ note, name }) => ({
      note,
      author: note.authorId !== null && name !== null ? { id: note.authorId, name } : null,
    }))
  }

  return {
    async find(id: string): Promise<EarlyAdopterRow | undefined> {
      const [row] = await db.select().from(earlyAdopters).where(eq(earlyAdopters.id, id))
      return row
    },

    /** The change of their address that waits for its confirmation. */
    async findEmailChange(leadId: string, now: Date): Promise<LeadEmailChange | null> {
      const [row] = await db
        .select({ change: leadEmailChanges, requestedBy: nameOf(leadEmailChanges.requestedBy) })
        .from(leadEmailChanges)
        .where(and(eq(leadEmailChanges.leadId, leadId), gt(leadEmailChanges.expiresAt, now)))
      return row
        ? {
            email: row.change.email,
            requested_at: row.change.requestedAt.toISOString(),
            expires_at: row.change.expiresAt.toISOString(),
            requested_by: row.requestedBy,
          }
        : null
    },

    listNotes: (leadId: string) => listNotes(eq(leadNotes.leadId, leadId)),

    async findNote(leadId: string, id: string): Promise<NoteRow | undefined> {
      const [row] = await listNotes(and(eq(leadNotes.leadId, leadId), eq(leadNotes.id, id)))
      return row
    },

    async insertNote(note: Omit<Note, 'id'>): Promise<string> {
      const [row] = await db.insert(leadNotes).values(note).returning({ id: leadNotes.id })
      if (!row) throw new Error('a note was not stored')
      return row.id
    },

    async updateNote(id: string, change: Pick<Note, 'text' | 'updatedAt'>): Promise<void> {
      await db.update(leadNotes).set(change).where(eq(leadNotes.id, id))
    },

    async removeNote(id: string): Promise<void> {
      await db.delete(leadNotes).where(eq(leadNotes.id, id))
    },

    /** The newest events of a lead, how many there are, and whether one tells how they came here. */
    async listEvents(
      leadId: string,
      limit: number,
    ): Promise<{ entries: TimelineEntry[]; total: number; hasBeginning: boolean }> {
      const [counted] = await db
        .select({
          total: sql<number>`count(*)::int`,
          hasBeginning: sql<boolean>`coalesce(bool_or(${leadEvents.kind} IN ('registered', 'imported')), false)`,
        })
        .from(leadEvents)
        .where(eq(leadEvents.leadId, leadId))
      const rows = await db
        .select({ event: leadEvents, actor: nameOf(leadEvents.actorId) })
        .from(leadEvents)
        .where(eq(leadEvents.leadId, leadId))
        .orderBy(desc(leadEvents.at), desc(leadEvents.id))
        .limit(limit)
      return {
        entries: rows.map(({ event, actor }) => ({
          kind: event.kind,
          at: event.at.toISOString(),
          actor,
          detail: event.detail ?? {},
        })),
        total: counted?.total ?? 0,
        hasBeginning: counted?.hasBeginning ?? false,
      }
    },
  }
}
