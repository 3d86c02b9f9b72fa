import { definePermissions } from '#shared/permissions.ts'

export const releasePermissions = definePermissions('releases', {
  read: 'viewer',
  edit: 'editor',
  publish: 'editor',
})
