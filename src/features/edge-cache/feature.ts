import type { Core } from '#core.ts'
import type { Feature, Notify } from '#feature.ts'
import type { EdgeAdapter } from '#features/edge-cache/adapters/adapter.ts'
import { createCloudflare } from '#features/edge-cache/adapters/cloudflare.ts'
import { createFastly } from '#features/edge-cache/adapters/fastly.ts'
import { createVarnish } from '#features/edge-cache/adapters/varnish.ts'
import { edgeCacheChanged } from './contract.ts'
import type { PageWithTexts } from './keys.ts'
import { measurePurges } from './metrics.ts'
import { edgeCacheNotifications } from './notifications.ts'
import { edgeCachePermissions } from './permissions.ts'
import { createPurging } from './purging.ts'
import { edgeCacheRoutes } from './routes.ts'
import { createPurgeStore } from './store.ts'

interface EdgeCacheNeeds {
  /** The public pages. */
  pages: readonly PageWithTexts[]
  notify: Notify
}

/** Tells the cache in front of the product of changes, if there is one. */
export function createEdgeCacheFeature(core: Core, needs: EdgeCacheNeeds) {
  const { db, config, revision } = core
  const place = config.edgeCache
  const always = {
    permissions: edgeCachePermissions,
    notifications: edgeCacheNotifications,
    liveTopics: [edgeCacheChanged],
    // What a backup finds waiting has been purged long before it is restored.
    backup: { emptied: ['edge_purges'] },
    routes: [edgeCacheRoutes({ kind: place?.kind, readState: createPurgeStore(db).readState })],
    apiParts: [
      {
        name: 'Cache in front of the site',
        description: 'A cache or content delivery network that keeps copies of the public pages.',
        group: 'team',
      },
    ],
  } satisfies Feature
  if (!place) return always
  const metrics = measurePurges({ ...core, db: core.reserve.db })
  const purging = createPurging({ ...core, ...needs, metrics, adapter: createAdapter(place) })
  revision.follow(purging.follower)
  // A new version, or other variables, make other pages of the same texts.
  return { ...always, pollers: purging.pollers, start: purging.purgeAll } satisfies Feature
}

function createAdapter({ kind, urls, ...place }: NonNullable<Core['config']['edgeCache']>): EdgeAdapter {
  const [url] = urls
  if (kind === 'varnish') return createVarnish({ ...place, urls })
  return kind === 'fastly' ? createFastly({ ...place, url }) : createCloudflare({ ...place, url })
}
