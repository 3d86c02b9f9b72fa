import type { LeadEventKind } from '#features/early-adopters/contract.ts'
import { leadEvents } from '#features/early-adopters/table.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'

/** Something that happened to a lead. `detail` never holds what names the person. */
export interface LeadEvent {
  leadId: string
  kind: LeadEventKind
  /** Who of the team did it; none for the person and for the product itself. */
  actorId?: string | null
  detail?: Record<string, string>
  /** When, if not now. */
  at?: Date
}

export type NoteEvents = (db: Database, events: readonly LeadEvent[]) => Promise<void>

// PostgreSQL takes 65,535 values in one statement, and each event is five.
const mostAtOnce = 5_000

/** Makes the function that writes down what happened to leads, in the caller's transaction. */
export function createNoteEvents(clock: Clock): NoteEvents {
  return async (db, events) => {
    const now = clock.now()
    for (let start = 0; start < events.length; start += mostAtOnce) {
      await db
        .insert(leadEvents)
        .values(events.slice(start, start + mostAtOnce).map((event) => ({ at: now, ...event })))
    }
  }
}
