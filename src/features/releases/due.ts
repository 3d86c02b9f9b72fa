import type { Notify } from '#feature.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import type { Revision } from '#platform/revision.ts'
import { notificationOf } from '#shared/notifications/type.ts'
import type { ReleaseFailure } from './contract.ts'
import { createDueReleaseStore } from './due-store.ts'
import { releaseFailed, releaseLive } from './notifications.ts'
import type { TextPublisher } from './ports.ts'
import { goLive } from './publishing.ts'
import { failureOf, formatFailure } from './rows.ts'
import { createReleaseStore, type ReleaseRow } from './store.ts'

export interface DueReleaseOptions {
  db: Database
  revision: Revision
  clock: Clock
  publisher: TextPublisher
  /** Tells the team, in a transaction. */
  notify: Notify
}

/** Publishes scheduled releases when they are due. */
export function createDueReleases({ db, revision, clock, publisher, notify }: DueReleaseOptions) {
  /** Publishes the release that has been due for longest. Returns the result; throws unexpected errors. */
  async function publishNextDue(skipped: string[]) {
    let taken: ReleaseRow | undefined
    try {
      await revision.publish(
        async (transaction) => {
          const store = createDueReleaseStore(transaction)
          taken = (await store.tryLockDue()) ? await store.lockNextDue(clock.now(), skipped) : undefined
          if (!taken) throw new NothingDue()
          const { items } = await goLive(transaction, taken, { publisher, clock, actorId: null })
          const { id, name } = taken
          const data = { release_id: id, name }
          await notify(transaction, [notificationOf(releaseLive, { data, at: clock.now() })])
          return items
        },
        (items) => items,
      )
      return undefined
    } catch (error) {
      if (taken) return { row: taken, error }
      // Another process publishes it, or somebody has just cancelled it: the next poll finds out.
      if (error instanceof NothingDue) return 'nothing due' as const
      throw error
    }
  }

  async function markFailed(taken: ReleaseRow, failure: ReleaseFailure): Promise<void> {
    await db.transaction(async (transaction) => {
      const store = createReleaseStore(transaction)
      const row = await store.lock(taken.id)
      // Somebody may have corrected it in the meantime.
      if (row?.status !== 'scheduled' || row.updatedAt.getTime() !== taken.updatedAt.getTime()) return
      const now = clock.now()
      await store.update(row.id, {
        status: 'failed',
        failure: formatFailure(failure),
        updatedAt: now,
      })
      const data = { release_id: row.id, name: row.name }
      await notify(transaction, [notificationOf(releaseFailed, { data, at: now })])
    })
  }

  return {
    /**
     * Publishes every release that is due, the one that has waited longest first. Safe to run twice and in many processes
     * at once: a release's status changes in the same transaction as its texts. A release with a text that cannot be
     * published is marked as failed. `onError` gets any other error; such a release is tried again at the next poll.
     */
    async publishDue(onError: (error: unknown, id: string) => void): Promise<void> {
      const skipped: string[] = []
      while (await createDueReleaseStore(db).hasDue(clock.now(), skipped)) {
        const failed = await publishNextDue(skipped)
        if (failed === 'nothing due') return
        if (!failed) continue
        skipped.push(failed.row.id)
        const failure = failureOf(failed.error)
        if (failure) await markFailed(failed.row, failure)
        else onError(failed.error, failed.row.id)
      }
    },
  }
}
export type DueReleases = ReturnType<typeof createDueReleases>

class NothingDue extends Error {}
