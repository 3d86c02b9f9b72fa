import type { Logger } from '#platform/log.ts'
import type { Poller } from '#platform/poller.ts'
import type { DueReleases } from './due.ts'
import { someAreDue } from './due-store.ts'

/** Publishes releases when they are due, every two seconds. */
export function releasePoller(dueReleases: DueReleases, log: Logger): Poller {
  return {
    name: 'releases-due',
    everySeconds: 2,
    isDue: someAreDue,
    poll: () =>
      dueReleases.publishDue((error, release) =>
        log.error({ err: error, release }, 'a release did not go live'),
      ),
  }
}
