import { z } from 'zod'
import type { NotificationSource, NotificationType } from '#shared/notifications/type.ts'
import { edgeCachePermissions } from './permissions.ts'

const EdgeCacheFault = z.object({ reason: z.string() })
type EdgeCacheFault = z.infer<typeof EdgeCacheFault>

/** The cache in front of the site cannot be purged. */
export const purgeFailing: NotificationType<EdgeCacheFault> = {
  name: 'edge.failing',
  permission: edgeCachePermissions.readFaults,
  schema: EdgeCacheFault,
  mail: 'at_once',
  isAlarming: true,
}

/** What admins are told about the cache in front of the site. */
export const edgeCacheNotifications: readonly NotificationSource[] = [
  {
    type: purgeFailing,
    describe: (told) =>
      told.map(({ data }) => ({ variables: { reason: data?.reason ?? '' }, path: '/admin' })),
  } satisfies NotificationSource<EdgeCacheFault>,
]
