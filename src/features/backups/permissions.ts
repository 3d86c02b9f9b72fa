import { definePermissions } from '#shared/permissions.ts'

export const backupPermissions = definePermissions(
  'backups',
  {
    read: 'admin',
    make: 'admin',
    cancel: 'admin',
    /** A backup holds everything, personal data too. */
    download: { least: 'admin', recentPassword: true },
    delete: { least: 'admin', recentPassword: true },
    restore: { least: 'admin', recentPassword: true },
  },
  { allowsKeys: false },
)
