import type { Logger } from '#platform/log.ts'
import type { Watch } from '#platform/queue.ts'
import type { Releases } from './service.ts'
import { someAreDue } from './store.ts'

/** Every two seconds: puts what is due on the site. */
export function watchDueReleases(releases: Releases, log: Logger): Watch {
  return {
    name: 'releases-due',
    everySeconds: 2,
    isDue: someAreDue,
    look: () =>
      releases.publishDue((error, release) =>
        log.error({ err: error, release }, 'a release did not go live'),
      ),
  }
}
