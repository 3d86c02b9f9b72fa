import { definePermissions } from '#shared/permissions.ts'

export const edgeCachePermissions = definePermissions('edgeCache', {
  read: 'viewer',
  readFaults: 'admin',
})
