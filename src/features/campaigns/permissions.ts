import { definePermissions } from '#shared/permissions.ts'

export const campaignPermissions = definePermissions('campaigns', {
  read: 'viewer',
  /** Chooses people by their addresses, and reads how others have. */
  searchAddresses: 'editor',
  edit: 'editor',
  sendTest: 'editor',
  /** Schedules, pauses, resumes and cancels. */
  run: 'editor',
})

/** What is recorded, and asks for a recent password, when many are written to; `run` is what it takes. */
export const startLargeAction = 'campaigns.startLarge'
