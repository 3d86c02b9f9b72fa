import { definePermissions } from '#shared/permissions.ts'

export const commentPermissions = definePermissions('comments', {
  read: 'viewer',
  write: 'editor',
  /** What colleagues have written. */
  deleteAny: 'admin',
})
