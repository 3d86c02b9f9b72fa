import type { Poller } from '#platform/poller.ts'
import type { BulkInvitations } from './bulk.ts'
import { someBulksRun } from './bulk-store.ts'

// Limited, so that a stopping server does not wait for thousands of invitations.
const batchesAtOnce = 5

/** Continues invitations of many leads, every second. */
export function bulkInvitationPoller({ work }: BulkInvitations): Poller {
  return {
    name: 'bulk-invitations',
    everySeconds: 1,
    isDue: () => someBulksRun,
    async poll() {
      for (let batch = 0; batch < batchesAtOnce; batch++) if (!(await work())) return
    },
  }
}
