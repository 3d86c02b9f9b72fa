import { definePermissions } from '#shared/permissions.ts'

export const contentPermissions = definePermissions('content', {
  read: 'viewer',
  /** Saves, restores, confirms and has translated. */
  edit: 'translator',
  /** Publishes and unpublishes. */
  publish: 'translator',
  /** Says who translates which text until when. */
  assign: 'editor',
})
