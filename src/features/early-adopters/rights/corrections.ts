import type { LeadChange } from '#features/early-adopters/contract.ts'
import type { NoteEvents } from '#features/early-adopters/records/events.ts'
import { createLeadStore } from '#features/early-adopters/records/lead-store.ts'
import { searchTextOf } from '#features/early-adopters/records/search-text.ts'
import type { EarlyAdopterRow } from '#features/early-adopters/store.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import { emailKeyOf } from '#shared/email-address.ts'
import { Problem } from '#shared/problem.ts'
import type { Corrector, EmailChanges } from './email-changes.ts'

interface CorrectionOptions {
  db: Database
  clock: Clock
  noteEvents: NoteEvents
  emailChanges: Pick<EmailChanges, 'request'>
}

/** Corrections of the data of leads. */
export function createCorrections({ db, clock, noteEvents, emailChanges }: CorrectionOptions) {
  return {
    /**
     * Changes the given fields; equal values are not recorded as changes. A new address counts only once
     * its owner has confirmed it; the same address in another case is stored at once.
     * @throws {Problem} 404, 409 when somebody else has that address, 429 when it was changed too often today
     */
    async correct(id: string, change: LeadChange, by: Corrector): Promise<EarlyAdopterRow> {
      return db.transaction(async (tx) => {
        const store = createLeadStore(tx)
        const lead = await store.lock(id)
        if (!lead) throw new Problem('lead_not_found', 404)
        const isNewAddress = change.email !== undefined && emailKeyOf(change.email) !== lead.emailKey
        const corrections = isNewAddress ? { ...change, email: lead.email } : change
        const fields = changedFields(lead, corrections)
        const { email = lead.email, name = lead.name, company = lead.company } = corrections
        const corrected = await store.update(id, {
          ...corrections,
          searchText: searchTextOf(name, email, company ?? ''),
          ...(by === 'person' && { lastContactAt: clock.now() }),
        })
        if (!corrected) throw new Error('a locked lead was deleted')
        if (fields.length > 0) {
          const actorId = by === 'person' ? null : by.userId
          await noteEvents(tx, [
            { leadId: id, kind: 'corrected', actorId, detail: { fields: fields.join(' ') } },
          ])
        }
        if (isNewAddress && change.email) await emailChanges.request(tx, corrected, change.email, by)
        return corrected
      })
    },
  }
}
export type Corrections = ReturnType<typeof createCorrections>

function changedFields(lead: EarlyAdopterRow, change: LeadChange): string[] {
  const written = (value: unknown) => JSON.stringify(Array.isArray(value) ? [...value].sort() : value)
  return Object.entries(change)
    .filter(([field, value]) => written(value) !== written(lead[field as keyof LeadChange]))
    .map(([field]) => field)
}
