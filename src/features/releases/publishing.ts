import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import type { Revision } from '#platform/revision.ts'
import { Problem } from '#shared/problem.ts'
import type { Release, ReleaseFailure } from './contract.ts'
import type { TextPublisher } from './ports.ts'
import { failureOf, formatFailure, lockRelease, openStatuses, readRelease } from './rows.ts'
import { createReleaseStore, type ReleaseItemRow, type ReleaseRow } from './store.ts'

export interface ReleasePublishingOptions {
  db: Database
  revision: Revision
  clock: Clock
  publisher: TextPublisher
}

/** Publishes releases and rolls them back: all texts of a release or none. */
export function createReleasePublishing({ db, revision, clock, publisher }: ReleasePublishingOptions) {
  /** Publishes the texts of a locked release and records what was published before. */
  async function goLive(transaction: Database, row: ReleaseRow, actorId: string | null): Promise<Release> {
    const store = createReleaseStore(transaction)
    const now = clock.now()
    const items = await store.listItems([row.id])
    const before = await publisher.lockLive(transaction, items)
    const action = items.length > 1 ? 'release' : 'publish'
    await publisher.publish(transaction, items, { now, actorId, action })
    for (const [index, item] of items.entries()) {
      await store.setPrevious({ ...item, previousVersion: before[index]?.version ?? null })
    }
    const live = await store.update(row.id, { status: 'live', liveAt: now, failure: null, updatedAt: now })
    return readRelease(transaction, live)
  }

  /** Publishes the release that has been due for longest. Returns what happened; throws what is not of the release. */
  async function publishNextDue(skipped: string[]) {
    let taken: ReleaseRow | undefined
    try {
      await revision.publish(async (transaction) => {
        const store = createReleaseStore(transaction)
        taken = (await store.tryLockDue()) ? await store.lockNextDue(clock.now(), skipped) : undefined
        if (!taken) throw new NothingDue()
        await goLive(transaction, taken, null)
      })
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
      await store.update(row.id, {
        status: 'failed',
        failure: formatFailure(failure),
        updatedAt: clock.now(),
      })
    })
  }

  return {
    /** Publishes all texts of a release now, or none. @throws {Problem} 404, 409, 422 naming a text */
    publish: (id: string, actorId: string): Promise<Release> =>
      revision.publish(async (transaction) => {
        const expected = { statuses: openStatuses, code: 'release_not_open' }
        return goLive(transaction, await lockRelease(transaction, id, expected), actorId)
      }),

    /**
     * Publishes again what was published before a release. Texts that were published anew since are refused, and rolled
     * back only with `force`. @throws {Problem} 404, 409
     */
    rollBack: (id: string, { force, actorId }: { force: boolean; actorId: string }): Promise<Release> =>
      revision.publish(async (transaction) => {
        const expected = { statuses: ['live'], code: 'release_not_live' } as const
        const row = await lockRelease(transaction, id, expected)
        const store = createReleaseStore(transaction)
        const items = await store.listItems([id])
        const overtaken = listOvertaken(items, await publisher.lockLive(transaction, items))
        if (overtaken.length > 0 && !force) {
          throw new Problem('release_overtaken', 409, {
            params: { texts: overtaken.map(({ key, language }) => `${key} (${language})`).join(', ') },
            extra: { overtaken },
          })
        }
        const before = items.map(({ key, language, previousVersion }) => ({
          key,
          language,
          version: previousVersion,
        }))
        const now = clock.now()
        await publisher.publish(transaction, before, { now, actorId, action: 'roll_back' })
        const changes = { status: 'rolled_back', rolledBackAt: now, updatedAt: now } as const
        return readRelease(transaction, await store.update(row.id, changes))
      }),

    /**
     * Publishes every release that is due, the one that has waited longest first. Safe to run twice and in many processes
     * at once: a release's status changes in the same transaction as its texts. A release with a text that cannot be
     * published is marked as failed. `onError` gets any other error; such a release is tried again at the next poll.
     */
    async publishDue(onError: (error: unknown, id: string) => void): Promise<void> {
      const skipped: string[] = []
      while (await createReleaseStore(db).hasDue(clock.now(), skipped)) {
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
export type ReleasePublishing = ReturnType<typeof createReleasePublishing>

class NothingDue extends Error {}

/** The published versions that are neither what the release published nor what it replaced. */
function listOvertaken<T extends { version: number | null }>(
  items: readonly ReleaseItemRow[],
  live: readonly T[],
): T[] {
  return live.filter(({ version }, index) => {
    const item = items[index]
    return version !== item?.version && version !== item?.previousVersion
  })
}
