import { definePermissions } from '#shared/permissions.ts'

export const commentPermissions = definePermissions('comments', {
  read: 'viewer',
  /** In any language: translators ask about the source too. */
  write: 'translator',
  /** What colleagues have written. */
  deleteAny: 'admin',
})
