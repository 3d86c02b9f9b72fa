import { definePermissions } from '#shared/permissions.ts'

export const jobPermissions = definePermissions('jobs', {
  read: 'admin',
  retry: 'admin',
})
