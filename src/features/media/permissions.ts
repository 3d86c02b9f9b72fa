import { definePermissions } from '#shared/permissions.ts'

export const mediaPermissions = definePermissions('media', {
  read: 'viewer',
  edit: 'editor',
})
