import { beginRestore, type RestoreSession } from '#features/backups/restoring/replacing/session-store.ts'
import { runInBackground } from '#platform/database/wait-limit.ts'
import { messageOf } from '#platform/log.ts'
import { describeFailure } from './failures.ts'
import { recordProgress } from './progress.ts'
import { createRestoreSteps, type RestoreOrder, type RestoringOptions } from './steps.ts'
import { createRestoreStore, type RestoreStore } from './store.ts'

/** A restore that has begun. */
export interface StartedRestore {
  id: string
  /** Resolves once it is done. @throws whatever it fails with; nothing is changed then */
  done: Promise<void>
}

/** Restores backups, one at a time over all processes. */
export function createRestoring(options: RestoringOptions) {
  const { db, clock, log } = options
  const store = createRestoreStore(db)
  const running = new Set<RestoreSession>()

  const restore = createRestoreSteps(options, store)

  async function run(session: RestoreSession, id: string, order: RestoreOrder): Promise<void> {
    const progress = recordProgress(store, id, { log, onStep: order.onStep })
    const holding = keepHolding(order.hold)
    try {
      await restore(session, id, order, progress)
      log.info({ restore: id }, 'a backup was restored')
      // The site opens once no process shows anything of before. The data is restored even if that cannot be learnt: the
      // revision has been raised with it.
      await options.revision
        .publish(async () => {})
        .catch((error: unknown) => {
          log.warn({ restore: id, reason: messageOf(error) }, 'not every process has confirmed the restore')
        })
    } catch (error) {
      await progress.finish()
      log.error({ restore: id, err: error }, 'a backup was not restored; nothing was changed')
      await store
        .update(id, { state: 'failed', finishedAt: clock.now(), ...describeFailure(error) })
        .catch(() => {})
      throw error
    } finally {
      clearInterval(holding)
      running.delete(session)
      await session.end().catch(() => {})
    }
  }

  return {
    /** Begins a restore; undefined while another runs. */
    async start(order: RestoreOrder): Promise<StartedRestore | undefined> {
      const session = await beginRestore(options.databaseUrl)
      if (!session) return undefined
      try {
        await store.endInterrupted(clock.now())
        const { backupId, userId, sendsAgain } = order
        const id = await store.insert({ backupId, userId, sendsAgain, startedAt: clock.now() })
        running.add(session)
        // Nobody waits for it, and it may take minutes.
        return { id, done: runInBackground(() => run(session, id, order)) }
      } catch (error) {
        await session.end()
        throw error
      }
    },

    store: store as Pick<RestoreStore, 'findLast' | 'list' | 'isRunning'>,

    /** Gives up what has not been committed. */
    async close(): Promise<void> {
      await Promise.all([...running].map((session) => session.end().catch(() => {})))
    },
  }
}
export type Restoring = ReturnType<typeof createRestoring>

/** Has a backup held for as long as it is read. */
function keepHolding(hold: RestoreOrder['hold']): NodeJS.Timeout {
  const again = () => void hold(300).catch(() => {})
  again()
  return setInterval(again, 60_000)
}
