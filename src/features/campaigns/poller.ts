import type { Poller } from '#platform/poller.ts'
import type { Preparation } from './preparation.ts'
import { hasWork } from './store.ts'

/** Every two seconds: writes the mails of campaigns that are due. */
export function campaignPoller({ poll }: Preparation): Poller {
  return { name: 'campaigns', everySeconds: 2, isDue: hasWork, poll }
}
