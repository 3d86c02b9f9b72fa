import { sql } from 'drizzle-orm'
import type { Clock } from '#platform/clock.ts'
import type { Poller } from '#platform/poller.ts'
import type { Database } from '#platform/postgres.ts'
import { createAutoStore } from './auto-store.ts'
import type { Submissions } from './service.ts'

interface AutoOptions {
  db: Database
  clock: Clock
  submissions: Pick<Submissions, 'submit'>
  /** Whether changes are submitted by themselves. */
  isOn(): boolean
}

/**
 * Submits what has changed by itself, once nothing was published for a minute. When the process dies before that is noted, another
 * one finds that nothing has changed since.
 */
export function createAutoPoller({ db, clock, submissions, isOn }: AutoOptions): Poller {
  const store = createAutoStore(db)
  return {
    name: 'seo-submit-changes',
    everySeconds: 10,
    isDue: (now) => (isOn() ? store.hasWork(now) : sql`false`),
    async poll() {
      const revision = await store.note(clock.now())
      if (revision === undefined) return
      await submissions.submit({ engine: 'all', again: false }, { startedBy: null, isAutomatic: true })
      await store.markSubmitted(revision)
    },
  }
}
