import { definePermissions } from '#shared/permissions.ts'

export const campaignPermissions = definePermissions('campaigns', {
  read: 'viewer',
  edit: 'editor',
  sendTest: 'editor',
  /** Schedules, pauses, resumes and cancels. */
  run: 'editor',
})
