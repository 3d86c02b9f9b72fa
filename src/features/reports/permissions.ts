import { definePermissions } from '#shared/permissions.ts'

export const reportPermissions = definePermissions(
  'reports',
  {
    /** Makes and ends links with which anybody reads the figures. */
    share: 'editor',
    /** Has the figures sent to their own address. */
    receive: 'viewer',
  },
  { allowsKeys: false },
)
