import { definePermissions } from '#shared/permissions.ts'

export const mediaPermissions = definePermissions('media', {
  read: 'viewer',
  /** Says what pictures show. */
  describe: 'translator',
  /** Uploads, replaces and deletes. */
  edit: 'editor',
})
