import { definePermissions } from '#shared/permissions.ts'

export const campaignPermissions = definePermissions('campaigns', {
  read: 'viewer',
  /** Chooses leads by their addresses, and reads such searches of others. */
  searchAddresses: 'editor',
  edit: 'editor',
  sendTest: 'editor',
  /** Schedules, pauses, resumes and cancels. */
  run: 'editor',
})

/** The action of starting a campaign to many people: it needs `run` and a recent password, and is recorded. */
export const startLargeAction = 'campaigns.startLarge'
