import { definePermissions } from '#shared/permissions.ts'

export const leadPermissions = definePermissions('leads', {
  /** Everything but addresses and notes. */
  read: 'viewer',
  readAddresses: 'editor',
  readNotes: 'editor',
  edit: 'editor',
  import: 'editor',
  export: { least: 'admin', recentPassword: true },
  erase: { least: 'admin', recentPassword: true },
})
