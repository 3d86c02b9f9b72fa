import { createAudiences } from '#features/early-adopters/records/audience-store.ts'
import { badgeLeads } from '#features/early-adopters/records/badge-lead-store.ts'
import { createNoteEvents } from '#features/early-adopters/records/events.ts'
import { createLeadStore } from '#features/early-adopters/records/lead-store.ts'
import { createRightsLinks } from '#features/early-adopters/records/rights-links.ts'
import { createSignatureLeads } from '#features/early-adopters/records/signature-lead-store.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import type { Secrets } from '#platform/secrets/secrets.ts'
import { emailKeyOf } from '#shared/email-address.ts'

interface LeadRecordOptions {
  db: Database
  clock: Clock
  secrets: Secrets
  publicUrl: string
}

/** The records of leads, for features that act on leads. It depends on no other feature. */
export function createLeadRecords({ db, clock, secrets, publicUrl }: LeadRecordOptions) {
  const links = createRightsLinks({ secrets, publicUrl })
  return {
    links,
    noteEvents: createNoteEvents(clock),
    badgeLeads,
    signatureLeads: createSignatureLeads,
    /** The names of leads by id. */
    findNames: (ids: string[]) => badgeLeads.findNames(db, ids),
    audiences: createAudiences,
    /** The link to their data of a lead, if that is still their address. */
    async findRightsUrl(leadId: string, email: string): Promise<string | undefined> {
      const lead = await createLeadStore(db).find(leadId)
      return lead?.emailKey === emailKeyOf(email) ? links.urlOf(lead) : undefined
    },
  }
}
export type LeadRecords = ReturnType<typeof createLeadRecords>
