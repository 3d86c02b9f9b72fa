import { definePermissions } from '#shared/permissions.ts'

export const analyticsPermissions = definePermissions('analytics', {
  /** Reads the figures of the dashboard. */
  read: 'viewer',
})
