import type { LiveTopic } from '#shared/live/topic.ts'
import { definePermissions } from '#shared/permissions.ts'

export const edgeCachePermissions = definePermissions('edgeCache', {
  read: 'viewer',
  readFaults: 'admin',
})

/** The cache in front of the site begins to fail, or no longer does. */
export const edgeCacheChanged: LiveTopic = { name: 'edge-cache', permission: edgeCachePermissions.read }
