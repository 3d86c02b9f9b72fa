import { eq, sql } from 'drizzle-orm'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import { Problem } from '#shared/problem.ts'
import type { LeadChange } from './contract.ts'
import type { NoteEvents } from './events.ts'
import { searchTextOf } from './search-text.ts'
import type { EarlyAdopterRow } from './store.ts'
import { earlyAdopters } from './table.ts'

interface CorrectionOptions {
  db: Database
  clock: Clock
  noteEvents: NoteEvents
  /** Signs the badges of a lead anew, in the same transaction: each names its holder by the address. */
  reissueBadges: (db: Database, lead: { id: string; email: string }) => Promise<void>
}

/** Who corrects: somebody of the team, or the person, which is a contact with the programme. */
export type Corrector = { userId: string } | 'person'

/** Corrects what is kept of people. */
export function createCorrections({ db, clock, noteEvents, reissueBadges }: CorrectionOptions) {
  return {
    /**
     * Changes what is given and leaves the rest; what is the same already is no change. Another address makes the
     * personal links worthless that were sent to the old one, and has the badges that are held signed for it.
     * @throws {Problem} 404, 409 when somebody else has that address
     */
    async correct(id: string, change: LeadChange, by: Corrector): Promise<EarlyAdopterRow> {
      return db.transaction(async (tx) => {
        const [lead] = await tx.select().from(earlyAdopters).where(eq(earlyAdopters.id, id)).for('update')
        if (!lead) throw new Problem('lead_not_found', 404)
        const fields = changedFields(lead, change)
        const { email = lead.email, name = lead.name, company = lead.company } = change
        const emailKey = email.toLowerCase()
        if (emailKey !== lead.emailKey) await checkFree(tx, emailKey)
        const [corrected = lead] = await tx
          .update(earlyAdopters)
          .set({
            ...change,
            emailKey,
            searchText: searchTextOf(name, email, company ?? ''),
            ...(emailKey !== lead.emailKey && { linkEpoch: sql`${earlyAdopters.linkEpoch} + 1` }),
            ...(by === 'person' && { lastContactAt: clock.now() }),
          })
          .where(eq(earlyAdopters.id, id))
          .returning()
        if (emailKey !== lead.emailKey) await reissueBadges(tx, corrected)
        if (fields.length > 0) {
          const actorId = by === 'person' ? null : by.userId
          await noteEvents(tx, [
            { leadId: id, kind: 'corrected', actorId, detail: { fields: fields.join(' ') } },
          ])
        }
        return corrected
      })
    },
  }
}
export type Corrections = ReturnType<typeof createCorrections>

async function checkFree(tx: Database, emailKey: string): Promise<void> {
  // Two at once that want the same address: the second waits here, and is told, instead of running into the index.
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext(${`early adopter ${emailKey}`}))`)
  const taken = await tx.$count(earlyAdopters, eq(earlyAdopters.emailKey, emailKey))
  if (taken > 0) {
    const fields = [{ field: 'email', code: 'email_taken' }]
    throw new Problem('email_taken', 409, { fields })
  }
}

function changedFields(lead: EarlyAdopterRow, change: LeadChange): string[] {
  const written = (value: unknown) => JSON.stringify(Array.isArray(value) ? [...value].sort() : value)
  return Object.entries(change)
    .filter(([field, value]) => written(value) !== written(lead[field as keyof LeadChange]))
    .map(([field]) => field)
}
