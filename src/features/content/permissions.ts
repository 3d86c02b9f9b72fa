import { definePermissions } from '#shared/permissions.ts'

export const contentPermissions = definePermissions('content', {
  read: 'viewer',
  edit: 'editor',
  publish: 'editor',
})
