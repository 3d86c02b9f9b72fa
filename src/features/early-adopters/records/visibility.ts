import { leadPermissions } from '#features/early-adopters/permissions.ts'
import { isAllowed } from '#shared/permissions.ts'
import type { Member } from '#shared/roles.ts'

/** Which personal data of leads a user may read, search and sort by. */
export interface LeadVisibility {
  addresses: boolean
  /** The team's notes, and what the lead told the team. */
  notes: boolean
}

/** What a user may read. */
export function visibilityFor(reader: Member): LeadVisibility {
  return {
    addresses: isAllowed(reader, leadPermissions.readAddresses),
    notes: isAllowed(reader, leadPermissions.readNotes),
  }
}

/** For exports and other responses to users who may read everything. */
export const everythingVisible: LeadVisibility = { addresses: true, notes: true }
