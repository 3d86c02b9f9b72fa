import type { Poller } from '#platform/poller.ts'
import type { Preparation } from './preparation.ts'
import { hasWork } from './store.ts'

/** Prepares the mails of due campaigns, every two seconds. */
export function campaignPoller({ poll }: Preparation): Poller {
  return { name: 'campaigns', everySeconds: 2, isDue: hasWork, poll }
}
