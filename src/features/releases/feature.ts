import type { Core } from '#core.ts'
import type { Feature } from '#feature.ts'
import { releasesChanged } from './contract.ts'
import { createDueReleases, type DueReleaseOptions } from './due.ts'
import { releaseNotifications } from './notifications.ts'
import { releasePermissions } from './permissions.ts'
import { releasePoller } from './poller.ts'
import type { TextPublisher } from './ports.ts'
import { createReleasePublishing } from './publishing.ts'
import { releasePublishingRoutes } from './publishing-routes.ts'
import { releaseRoutes } from './routes.ts'
import { createReleases } from './service.ts'
import { createReleaseStore } from './store.ts'

interface ReleaseNeeds extends Pick<DueReleaseOptions, 'notify'> {
  publisher: TextPublisher
}

/** Releases: texts that go live together, immediately or at a set time. */
export function createReleaseFeature(
  { db, revision, clock, log }: Core,
  { publisher, notify }: ReleaseNeeds,
) {
  const releases = createReleases({ db, clock, publisher })
  const publishing = createReleasePublishing({ revision, clock, publisher })
  return {
    permissions: releasePermissions,
    liveTopics: [releasesChanged],
    notifications: releaseNotifications,
    timeline: [
      { kind: 'releases', permission: releasePermissions.read, list: createReleaseStore(db).listLive },
    ],
    apiParts: [
      {
        name: 'Releases',
        description: 'Texts that go live together, now or at a set time, and back again.',
        group: 'team',
      },
    ],
    routes: [releaseRoutes({ releases }), releasePublishingRoutes({ releases, publishing })],
    pollers: [releasePoller(createDueReleases({ db, revision, clock, publisher, notify }), log)],
  } satisfies Feature
}
