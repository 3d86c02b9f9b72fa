import { definePermissions } from '#shared/permissions.ts'

export const accountPermissions = definePermissions('accounts', {
  /** One's own profile, password and sessions. */
  useOwn: 'viewer',
  /** Who is in the team. */
  seeTeam: 'viewer',
})
