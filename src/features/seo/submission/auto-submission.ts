import type { Clock } from '#platform/clock.ts'
import type { Poller } from '#platform/poller.ts'
import type { Database } from '#platform/postgres.ts'
import { createAutoStore } from './auto-store.ts'
import type { Submissions } from './service.ts'

interface AutoOptions {
  db: Database
  clock: Clock
  submissions: Pick<Submissions, 'submitChanges'>
  /** Whether changes are submitted by themselves. */
  isOn(): boolean
}

/**
 * Submits what has changed by itself, once nothing was published for a minute. A start counts as a change, since what was published
 * just before the process died may not have been noted; when nothing has changed, nothing is submitted.
 */
export function createAutoSubmission({ db, clock, submissions, isOn }: AutoOptions) {
  const store = createAutoStore(db)
  let hasChanged = true

  async function poll(): Promise<void> {
    if (hasChanged) {
      hasChanged = false
      await store.noteChange(clock.now()).catch((error: unknown) => {
        hasChanged = true
        throw error
      })
    }
    const changed = await store.findDue(clock.now())
    if (changed === undefined) return
    if (await submissions.submitChanges()) await store.markSubmitted(changed)
  }

  return {
    /** Notes that something was published. */
    noteChange() {
      hasChanged = true
    },
    poller: {
      ...{ name: 'seo-submit-changes', everySeconds: 10, poll },
      isDue(now) {
        if (!isOn()) return store.never
        return hasChanged ? store.always : store.hasWork(now)
      },
    } satisfies Poller,
  }
}
