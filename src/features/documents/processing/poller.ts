import { someAreWaiting } from '#features/documents/version-store.ts'
import type { Poller } from '#platform/poller.ts'
import type { Processing } from './processing.ts'

// Limited, so that a stopping server does not wait for a long document.
const filesAtOnce = 4

/** Reads uploaded files, every second. */
export function processingPoller({ work }: Processing): Poller {
  return {
    name: 'document-files',
    everySeconds: 1,
    isDue: someAreWaiting,
    async poll() {
      for (let file = 0; file < filesAtOnce; file++) if (!(await work())) return
    },
  }
}
