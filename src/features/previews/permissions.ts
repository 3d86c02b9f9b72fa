import { definePermissions } from '#shared/permissions.ts'

export const previewPermissions = definePermissions('previews', {
  create: 'translator',
  revoke: 'translator',
  readSearchResult: 'viewer',
})
