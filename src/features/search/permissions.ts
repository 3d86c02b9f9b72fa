import { definePermissions } from '#shared/permissions.ts'

export const searchPermissions = definePermissions('search', {
  /** Searches what the user may read. */
  use: 'viewer',
})
