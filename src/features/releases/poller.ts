import type { Logger } from '#platform/log.ts'
import type { Poller } from '#platform/poller.ts'
import type { Releases } from './service.ts'
import { someAreDue } from './store.ts'

/** Every two seconds: puts what is due on the site. */
export function releasePoller(releases: Releases, log: Logger): Poller {
  return {
    name: 'releases-due',
    everySeconds: 2,
    isDue: someAreDue,
    poll: () =>
      releases.publishDue((error, release) =>
        log.error({ err: error, release }, 'a release did not go live'),
      ),
  }
}
