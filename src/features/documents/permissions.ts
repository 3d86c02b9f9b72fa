import { definePermissions } from '#shared/permissions.ts'

export const documentPermissions = definePermissions('documents', {
  read: 'viewer',
  /** Uploads documents, and new versions of their files. */
  upload: 'editor',
  /** Says what a document is about. */
  edit: 'editor',
  /** Publishes, unpublishes and archives. */
  publish: 'editor',
  /** Puts documents into the bin, and takes them back. */
  remove: 'editor',
  /** Deletes documents in the bin for good. */
  erase: 'admin',
})
