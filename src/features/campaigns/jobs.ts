import type { Watch } from '#platform/queue.ts'
import type { Preparation } from './preparation.ts'
import { hasWork } from './store.ts'

/** Every two seconds: writes the mails of campaigns whose time has come. */
export function watchCampaigns({ look }: Preparation): Watch {
  return { name: 'campaigns', everySeconds: 2, isDue: hasWork, look }
}
