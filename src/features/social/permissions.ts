import { definePermissions } from '#shared/permissions.ts'

export const socialPermissions = definePermissions('social', {
  /** The posts, without the accounts. */
  readPosts: 'viewer',
  /** The connected accounts and what their platforms allow, without secrets. */
  readAccounts: 'editor',
  /** Writing, scheduling and withdrawing posts, when they are queued, and deciding about failed ones. */
  publish: 'editor',
  /** Connecting and disconnecting accounts, and which platforms are offered. */
  manage: { least: 'admin', allowsKeys: false },
})
