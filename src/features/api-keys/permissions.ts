import { definePermissions } from '#shared/permissions.ts'

export const apiKeyPermissions = definePermissions(
  'apiKeys',
  {
    read: 'admin',
    create: { least: 'admin', recentPassword: true },
    revoke: { least: 'admin', recentPassword: true },
  },
  { allowsKeys: false },
)
