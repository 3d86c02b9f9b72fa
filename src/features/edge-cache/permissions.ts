import { definePermissions } from '#shared/permissions.ts'

export const edgeCachePermissions = definePermissions('edgeCache', {
  read: 'viewer',
  readFaults: 'admin',
  /** Has every page fetched again, which is work for the server. */
  purge: 'admin',
})
