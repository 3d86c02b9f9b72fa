import type { Poller } from '#platform/poller.ts'
import type { BulkAwards } from './bulk.ts'
import { someBulksRun } from './bulk-store.ts'

// Limited, so that a stopping server does not wait for thousands of awards.
const batchesAtOnce = 5

/** Continues bulk awards, every second. */
export function bulkAwardPoller({ work }: BulkAwards): Poller {
  return {
    name: 'bulk-awards',
    everySeconds: 1,
    isDue: () => someBulksRun,
    async poll() {
      for (let batch = 0; batch < batchesAtOnce; batch++) if (!(await work())) return
    },
  }
}
