import { definePermissions } from '#shared/permissions.ts'

export const previewPermissions = definePermissions('previews', {
  create: 'editor',
  revoke: 'editor',
  readSearchResult: 'viewer',
})
