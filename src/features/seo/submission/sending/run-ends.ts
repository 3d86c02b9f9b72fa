import type { Notify } from '#feature.ts'
import type { EngineName } from '#features/seo/submission/contract.ts'
import { submissionFailing } from '#features/seo/submission/notifications.ts'
import { lockRuns } from '#features/seo/submission/run-store.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import { notificationOf } from '#shared/notifications/type.ts'
import { createRunEndStore, type EndedRun } from './run-end-store.ts'

export interface RunEndOptions {
  db: Database
  clock: Clock
  notify: Notify
}

/**
 * Ends runs of which nothing waits. The team is told of an engine that does not take what it is sent: once, until it takes
 * something again.
 */
export function createRunEnds({ db, clock, notify }: RunEndOptions) {
  async function end(engine: EngineName): Promise<void> {
    await db.transaction(async (transaction) => {
      const store = createRunEndStore(transaction)
      await lockRuns(transaction, engine)
      const now = clock.now()
      const run = await store.end(engine, now)
      if (!run) return
      if (!hasFailed(run)) {
        if (run.accepted > 0) await store.noteWorking(engine)
        return
      }
      if (!(await store.noteFailing(engine, now))) return
      const { status, fault } = run
      await notify(transaction, [
        notificationOf(submissionFailing, { data: { engine, status, fault }, at: now }),
      ])
    })
  }

  return {
    end,
    /** Ends what a process that has died could not end. */
    async endAll(): Promise<void> {
      for (const engine of await createRunEndStore(db).listOver()) await end(engine)
    },
  }
}

// An engine that refuses some addresses and accepts others works.
const hasFailed = ({ accepted, refused, failed }: EndedRun) => failed > 0 || (accepted === 0 && refused > 0)
