import { z } from 'zod'
import { edgeCacheKinds } from '#shared/edge/edge-cache.ts'
import type { LiveTopic } from '#shared/live/topic.ts'
import { edgeCachePermissions } from './permissions.ts'

/** The cache in front of the site. */
export const EdgeCacheState = z.object({
  /** What it is; null when the installation has none. */
  cache: z.enum(edgeCacheKinds).nullable(),
  /** Changes that it has not been told of yet. */
  waiting: z.int(),
  /** Since when it cannot be told of changes, and may show old pages; null while it can. */
  failing_since: z.iso.datetime().nullable(),
})
export type EdgeCacheState = z.infer<typeof EdgeCacheState>

/** The cache in front of the site begins to fail, or no longer does. */
export const edgeCacheChanged: LiveTopic = { name: 'edge-cache', permission: edgeCachePermissions.read }
