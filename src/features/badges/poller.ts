import type { Poller } from '#platform/poller.ts'
import type { BulkAwards } from './bulk.ts'
import { someBulksRun } from './bulk-store.ts'

// So that a server that is told to stop does not wait for thousands.
const batchesAtOnce = 5

/** Every second: goes on with awards to many. */
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
