import type { Core } from '#core.ts'
import type { Feature } from '#feature.ts'
import { releasePoller } from './poller.ts'
import { releaseRoutes } from './routes.ts'
import { createReleases, type ReleaseOptions } from './service.ts'

type ReleaseNeeds = Pick<ReleaseOptions, 'texts'>

/** Texts that go live together, at once or at a time. */
export function createReleaseFeature({ db, revision, clock, log }: Core, { texts }: ReleaseNeeds) {
  const releases = createReleases({ db, revision, clock, texts })
  return {
    routes: [releaseRoutes({ releases })],
    pollers: [releasePoller(releases, log)],
  } satisfies Feature
}
