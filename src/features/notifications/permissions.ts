import { definePermissions } from '#shared/permissions.ts'

export const notificationPermissions = definePermissions(
  'notifications',
  {
    /** One’s own: what everybody sees depends on what else they may do. */
    read: 'viewer',
  },
  { allowsKeys: false },
)
