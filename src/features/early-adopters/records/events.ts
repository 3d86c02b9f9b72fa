import type { LeadEventKind } from '#features/early-adopters/contract.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import { createHistoryStore } from './history-store.ts'

/** Something that happened to a lead. `detail` never contains personal data. */
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

/** Makes the function that adds to the history of leads, in the caller's transaction. */
export function createNoteEvents(clock: Clock): NoteEvents {
  return (db, events) => {
    const now = clock.now()
    return createHistoryStore(db).insertEvents(events.map((event) => ({ at: now, ...event })))
  }
}
