import { definePermissions } from '#shared/permissions.ts'

export const documentPermissions = definePermissions('documents', {
  read: 'viewer',
})
