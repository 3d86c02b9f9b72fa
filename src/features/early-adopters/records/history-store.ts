import { and, asc, desc, eq, gt, type SQL, sql } from 'drizzle-orm'
import type { LeadEventKind } from '#features/early-adopters/contract.ts'
import { leadEnquiries, leadEvents, leadNotes } from '#features/early-adopters/table.ts'
import type { Database } from '#platform/postgres.ts'

export type NoteRow = typeof leadNotes.$inferSelect
export type EnquiryRow = typeof leadEnquiries.$inferSelect
export type EventRow = typeof leadEvents.$inferSelect

// PostgreSQL takes 65,535 values in one statement, and each event has five.
const maxInserted = 5_000

/** The queries on the history of leads: the team's notes, their later enquiries and what happened to them. */
export function createHistoryStore(db: Database) {
  const listNotes = (condition: SQL | undefined): Promise<NoteRow[]> =>
    db.select().from(leadNotes).where(condition).orderBy(desc(leadNotes.createdAt), desc(leadNotes.id))

  return {
    listNotes: (leadId: string) => listNotes(eq(leadNotes.leadId, leadId)),

    /** What a lead asked for after they had registered, newest first. */
    listEnquiries: (leadId: string): Promise<EnquiryRow[]> =>
      db
        .select()
        .from(leadEnquiries)
        .where(eq(leadEnquiries.leadId, leadId))
        .orderBy(desc(leadEnquiries.sentAt), desc(leadEnquiries.id)),

    async findNote(leadId: string, id: string): Promise<NoteRow | undefined> {
      const [row] = await listNotes(and(eq(leadNotes.leadId, leadId), eq(leadNotes.id, id)))
      return row
    },

    async insertNote(note: Omit<NoteRow, 'id'>): Promise<string> {
      const [row] = await db.insert(leadNotes).values(note).returning({ id: leadNotes.id })
      if (!row) throw new Error('a note was not stored')
      return row.id
    },

    async updateNote(id: string, change: Pick<NoteRow, 'text' | 'updatedAt'>): Promise<void> {
      await db.update(leadNotes).set(change).where(eq(leadNotes.id, id))
    },

    async removeNote(id: string): Promise<void> {
      await db.delete(leadNotes).where(eq(leadNotes.id, id))
    },

    /** The newest events of a lead, how many there are, and whether one tells how they came here. */
    async listEvents(
      leadId: string,
      limit: number,
    ): Promise<{ events: EventRow[]; total: number; hasBeginning: boolean }> {
      const [counted] = await db
        .select({
          total: sql<number>`count(*)::int`,
          hasBeginning: sql<boolean>`coalesce(bool_or(${leadEvents.kind} IN ('registered', 'imported')), false)`,
        })
        .from(leadEvents)
        .where(eq(leadEvents.leadId, leadId))
      const events = await db
        .select()
        .from(leadEvents)
        .where(eq(leadEvents.leadId, leadId))
        .orderBy(desc(leadEvents.at), desc(leadEvents.id))
        .limit(limit)
      return { events, total: counted?.total ?? 0, hasBeginning: counted?.hasBeginning ?? false }
    },

    /** All events of a lead, the oldest first. */
    listAllEvents: (leadId: string): Promise<EventRow[]> =>
      db.select().from(leadEvents).where(eq(leadEvents.leadId, leadId)).orderBy(asc(leadEvents.at)),

    /** How many events of a kind a lead has had since a time. */
    countEvents: (leadId: string, kind: LeadEventKind, since: Date): Promise<number> =>
      db.$count(
        leadEvents,
        and(eq(leadEvents.leadId, leadId), eq(leadEvents.kind, kind), gt(leadEvents.at, since)),
      ),

    async insertEvents(events: (typeof leadEvents.$inferInsert)[]): Promise<void> {
      for (let start = 0; start < events.length; start += maxInserted) {
        await db.insert(leadEvents).values(events.slice(start, start + maxInserted))
      }
    },
  }
}
