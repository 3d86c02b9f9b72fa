import { definePermissions } from '#shared/permissions.ts'

export const auditPermissions = definePermissions('audit', {
  read: 'admin',
  export: { least: 'admin', recentPassword: true },
})
