import { leadPermissions } from '#features/early-adopters/permissions.ts'
import { isAllowed } from '#shared/permissions.ts'
import type { Role } from '#shared/roles.ts'

/** Which personal data of leads a user may read, search and sort by. */
export interface LeadVisibility {
  addresses: boolean
  /** The team's notes, and what the lead told the team. */
  notes: boolean
}

/** What a role may read. */
export function visibilityFor(role: Role): LeadVisibility {
  return {
    addresses: isAllowed(role, leadPermissions.readAddresses),
    notes: isAllowed(role, leadPermissions.readNotes),
  }
}

/** For exports and other responses to users who may read everything. */
export const everythingVisible: LeadVisibility = { addresses: true, notes: true }
