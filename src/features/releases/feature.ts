import type { Core } from '#core.ts'
import type { Feature } from '#feature.ts'
import { releasePoller } from './poller.ts'
import type { TextPublisher } from './ports.ts'
import { createReleasePublishing } from './publishing.ts'
import { releaseRoutes } from './routes.ts'
import { createReleases } from './service.ts'

interface ReleaseNeeds {
  publisher: TextPublisher
}

/** Texts that go live together, at once or at a time. */
export function createReleaseFeature({ db, revision, clock, log }: Core, { publisher }: ReleaseNeeds) {
  const releases = createReleases({ db, clock, publisher })
  const publishing = createReleasePublishing({ db, revision, clock, publisher })
  return {
    routes: [releaseRoutes({ releases, publishing })],
    pollers: [releasePoller(publishing, log)],
  } satisfies Feature
}
