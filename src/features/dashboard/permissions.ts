import { definePermissions } from '#shared/permissions.ts'

export const dashboardPermissions = definePermissions('dashboard', {
  read: 'viewer',
})
