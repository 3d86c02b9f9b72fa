import type { Logger } from '#platform/log.ts'
import type { Poller } from '#platform/poller.ts'
import type { ReleasePublishing } from './publishing.ts'
import { someAreDue } from './store.ts'

/** Publishes releases when they are due, every two seconds. */
export function releasePoller(publishing: ReleasePublishing, log: Logger): Poller {
  return {
    name: 'releases-due',
    everySeconds: 2,
    isDue: someAreDue,
    poll: () =>
      publishing.publishDue((error, release) =>
        log.error({ err: error, release }, 'a release did not go live'),
      ),
  }
}
