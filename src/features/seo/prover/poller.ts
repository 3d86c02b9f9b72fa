import type { Poller } from '#platform/poller.ts'
import type { Asking } from './asking.ts'
import type { Checking } from './checking.ts'
import { someCheckIsDue } from './running-store.ts'

/** Asks for checks when it is night or something has changed, and runs those that are due. */
export function checkPollers({ asking, checking }: { asking: Asking; checking: Checking }): Poller[] {
  return [
    { name: 'seo-checks', everySeconds: 1, isDue: someCheckIsDue, poll: checking.work },
    { name: 'seo-changes', everySeconds: 5, isDue: asking.changes.isDue, poll: asking.changes.work },
    {
      name: 'seo-night',
      everySeconds: 30,
      isDue: asking.night.isDue,
      poll: asking.night.work,
    },
  ]
}
