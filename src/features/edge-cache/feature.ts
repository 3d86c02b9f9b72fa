import type { Core } from '#core.ts'
import type { Feature, Notify } from '#feature.ts'
import type { EdgeAdapter } from '#features/edge-cache/adapters/adapter.ts'
import { createCloudflare } from '#features/edge-cache/adapters/cloudflare.ts'
import { createFastly } from '#features/edge-cache/adapters/fastly.ts'
import { createVarnish } from '#features/edge-cache/adapters/varnish.ts'
import type { Database } from '#platform/postgres.ts'
import { edgeCacheChanged } from './contract.ts'
import type { PageWithTexts } from './keys.ts'
import { measurePurges } from './metrics.ts'
import { edgeCacheNotifications } from './notifications.ts'
import { edgeCachePermissions } from './permissions.ts'
import { createPurging } from './purging.ts'
import { edgeCacheRoutes } from './routes.ts'
import { createPurgeStore } from './store.ts'

type EdgeCachePlace = NonNullable<Core['config']['edgeCache']>

interface EdgeCacheNeeds {
  /** The public pages. */
  pages: readonly PageWithTexts[]
  notify: Notify
  /** Records in the audit log what a user has done. */
  record(transaction: Database, action: { userId: string; action: string; at: Date }): Promise<void>
}

/** Tells the cache in front of the product of changes, if there is one. */
export function createEdgeCacheFeature(core: Core, needs: EdgeCacheNeeds) {
  const { db, config, clock } = core
  const place = config.edgeCache
  const purging = place && openPurging(core, needs, place)
  const { readState } = createPurgeStore(db)
  return {
    permissions: edgeCachePermissions,
    notifications: edgeCacheNotifications,
    liveTopics: [edgeCacheChanged],
    // What a backup finds waiting has been purged long before it is restored.
    backup: { emptied: ['edge_purges'] },
    routes: [
      edgeCacheRoutes({
        ...{ kind: place?.kind, readState },
        ...(purging && {
          purge: (userId) =>
            purging.purgeNow((transaction) =>
              needs.record(transaction, {
                ...{ userId, action: edgeCachePermissions.purge.action, at: clock.now() },
              }),
            ),
        }),
      }),
    ],
    apiParts: [
      {
        name: 'Cache in front of the site',
        description: 'A cache or content delivery network that keeps copies of the public pages.',
        group: 'team',
      },
    ],
    // A new version, or other variables, make other pages of the same texts.
    ...(purging && { pollers: purging.pollers, start: purging.purgeAll }),
  } satisfies Feature
}

/** Follows what is published, and purges the cache. */
function openPurging(core: Core, needs: EdgeCacheNeeds, place: EdgeCachePlace) {
  const metrics = measurePurges({ ...core, db: core.reserve.db })
  const purging = createPurging({ ...core, ...needs, metrics, adapter: createAdapter(place) })
  core.revision.follow(purging.follower)
  return purging
}

function createAdapter({ kind, urls, ...place }: EdgeCachePlace): EdgeAdapter {
  const [url] = urls
  if (kind === 'varnish') return createVarnish({ ...place, urls })
  return kind === 'fastly' ? createFastly({ ...place, url }) : createCloudflare({ ...place, url })
}
