import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import type { Revision } from '#platform/revision.ts'
import { Problem } from '#shared/problem.ts'
import {
  type Release,
  type ReleaseChange,
  type ReleaseDraft,
  ReleaseFailure,
  type ReleaseItem,
  type ReleaseQuery,
  type ReleaseStatus,
} from './contract.ts'
import { createReleaseStore, type ReleaseItemRow, type ReleaseRow } from './store.ts'

interface By {
  now: Date
  actorId: string | null
  action: 'publish' | 'release' | 'roll_back'
}

export interface ReleaseOptions {
  db: Database
  revision: Revision
  clock: Clock
  /** The texts themselves, which belong to another feature. */
  texts: {
    check(db: Database, items: readonly ReleaseItem[]): Promise<void>
    lockLive(transaction: Database, items: readonly ReleaseItem[]): Promise<ReleaseItem[]>
    publish(transaction: Database, items: readonly ReleaseItem[], by: By): Promise<void>
  }
}

/** Those that have not been live: they can still be changed, scheduled and published. */
const open: readonly ReleaseStatus[] = ['draft', 'scheduled', 'failed', 'cancelled']
const removable: readonly ReleaseStatus[] = ['draft', 'failed', 'cancelled']

/** The rules of releases: texts that go live together or not at all, at once or at a time, and the way back. */
export function createReleases({ db, revision, clock, texts }: ReleaseOptions) {
  /** Locks a release, which must stand in one of these statuses; otherwise `code` says that it does not. */
  async function lock(transaction: Database, id: string, statuses: readonly ReleaseStatus[], code: string) {
    const row = await createReleaseStore(transaction).lock(id)
    if (!row) throw new Problem('release_not_found', 404)
    if (!statuses.includes(row.status))
      throw new Problem(code, 409, { extra: { release_status: row.status } })
    return row
  }

  async function read(from: Database, row: ReleaseRow): Promise<Release> {
    return toRelease(row, await createReleaseStore(from).listItems([row.id]))
  }

  /** Publishes the texts of a locked release and remembers what was live before. */
  async function goLive(transaction: Database, row: ReleaseRow, actorId: string | null): Promise<Release> {
    const store = createReleaseStore(transaction)
    const now = clock.now()
    const items = await store.listItems([row.id])
    const before = await texts.lockLive(transaction, items)
    await texts.publish(transaction, items, {
      now,
      actorId,
      action: items.length > 1 ? 'release' : 'publish',
    })
    for (const [index, item] of items.entries()) {
      await store.setPrevious({ ...item, previousVersion: before[index]?.version ?? null })
    }
    await store.update(row.id, { status: 'live', liveAt: now, failure: null, updatedAt: now })
    return read(transaction, { ...row, status: 'live', liveAt: now, failure: null, updatedAt: now })
  }

  return {
    async list(query: ReleaseQuery): Promise<{ items: Release[]; total: number }> {
      const store = createReleaseStore(db)
      const { rows, total } = await store.list(query)
      const items = await store.listItems(rows.map(({ id }) => id))
      const itemsOf = Map.groupBy(items, ({ releaseId }) => releaseId)
      return { items: rows.map((row) => toRelease(row, itemsOf.get(row.id) ?? [])), total }
    },

    /** @throws {Problem} 404 */
    async get(id: string): Promise<Release> {
      const row = await createReleaseStore(db).find(id)
      if (!row) throw new Problem('release_not_found', 404)
      return read(db, row)
    },

    /** @throws {Problem} 422 naming a text that could not be published */
    async create(draft: ReleaseDraft, authorId: string): Promise<Release> {
      const now = clock.now()
      const dueAt = draft.due_at === undefined ? null : getFuture(draft.due_at, now)
      return db.transaction(async (transaction) => {
        await texts.check(transaction, draft.items)
        const store = createReleaseStore(transaction)
        const row = await store.insert({
          name: draft.name,
          status: dueAt ? 'scheduled' : 'draft',
          dueAt,
          liveAt: null,
          rolledBackAt: null,
          failure: null,
          authorId,
          createdAt: now,
          updatedAt: now,
        })
        await store.replaceItems(row.id, draft.items)
        return read(transaction, row)
      })
    },

    /**
     * Gives a release another name and other texts. One that failed or was cancelled becomes a draft again.
     * @throws {Problem} 404, 409 once it is live or when somebody else has changed it, 422 naming a text
     */
    async change(id: string, change: ReleaseChange): Promise<Release> {
      return db.transaction(async (transaction) => {
        const row = await lock(transaction, id, open, 'release_not_open')
        if (row.updatedAt.getTime() !== Date.parse(change.updated_at)) throw new Problem('release_stale', 409)
        await texts.check(transaction, change.items)
        const store = createReleaseStore(transaction)
        await store.replaceItems(id, change.items)
        const kept =
          row.status === 'scheduled' ? {} : { status: 'draft' as const, dueAt: null, failure: null }
        return read(
          transaction,
          await store.update(id, { ...kept, name: change.name, updatedAt: clock.now() }),
        )
      })
    },

    /** Forgets a release that never was live and is not going to be. @throws {Problem} 404, 409 */
    async remove(id: string): Promise<void> {
      await db.transaction(async (transaction) => {
        await lock(transaction, id, removable, 'release_not_removable')
        await createReleaseStore(transaction).remove(id)
      })
    },

    /** Sets the time at which a release goes live, or another time. @throws {Problem} 404, 409, 422 */
    async schedule(id: string, dueAt: string): Promise<Release> {
      return db.transaction(async (transaction) => {
        await lock(transaction, id, open, 'release_not_open')
        const now = clock.now()
        const due = getFuture(dueAt, now)
        const store = createReleaseStore(transaction)
        await texts.check(transaction, await store.listItems([id]))
        return read(
          transaction,
          await store.update(id, { status: 'scheduled', dueAt: due, failure: null, updatedAt: now }),
        )
      })
    },

    /** Keeps a scheduled release from going live. @throws {Problem} 404, 409 once it is too late */
    async cancel(id: string): Promise<Release> {
      return db.transaction(async (transaction) => {
        await lock(transaction, id, ['scheduled'], 'release_not_scheduled')
        const now = clock.now()
        return read(
          transaction,
          await createReleaseStore(transaction).update(id, { status: 'cancelled', updatedAt: now }),
        )
      })
    },

    /** Puts all texts of a release on the site now, or none. @throws {Problem} 404, 409, 422 naming a text */
    publish: (id: string, actorId: string): Promise<Release> =>
      revision.publish(async (transaction) =>
        goLive(transaction, await lock(transaction, id, open, 'release_not_open'), actorId),
      ),

    /**
     * Puts back what was live before a release. Texts that somebody has published anew since are told, and taken back
     * only with `force`. @throws {Problem} 404, 409
     */
    rollBack: (id: string, { force, actorId }: { force: boolean; actorId: string }): Promise<Release> =>
      revision.publish(async (transaction) => {
        const row = await lock(transaction, id, ['live'], 'release_not_live')
        const store = createReleaseStore(transaction)
        const items = await store.listItems([id])
        const live = await texts.lockLive(transaction, items)
        const overtaken = live.filter(({ version }, index) => {
          const item = items[index]
          return version !== item?.version && version !== item?.previousVersion
        })
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
        await texts.publish(transaction, before, { now, actorId, action: 'roll_back' })
        return read(
          transaction,
          await store.update(row.id, { status: 'rolled_back', rolledBackAt: now, updatedAt: now }),
        )
      }),

    /**
     * Puts every release that is due on the site, the one that has waited longest first. Safe to run twice and in many
     * processes at once: a release's status changes in the same transaction as its texts. One that cannot go live is
     * marked as failed. `onFault` is told of what nobody foresaw; such a release is tried again the next time.
     */
    async publishDue(onFault: (error: unknown, id: string) => void): Promise<void> {
      const passedOver: string[] = []
      while (await createReleaseStore(db).hasDue(clock.now(), passedOver)) {
        let taken: ReleaseRow | undefined
        try {
          await revision.publish(async (transaction) => {
            const store = createReleaseStore(transaction)
            taken = (await store.takeTurn()) ? await store.lockDue(clock.now(), passedOver) : undefined
            if (!taken) throw new NothingToTake()
            await goLive(transaction, taken, null)
          })
        } catch (error) {
          if (!taken) {
            // Another process is at it, or somebody has just cancelled it: the next look will tell.
            if (error instanceof NothingToTake) return
            throw error
          }
          passedOver.push(taken.id)
          const failure = failureOf(error)
          if (failure) await markFailed(taken, failure)
          else onFault(error, taken.id)
        }
      }
    },
  }

  async function markFailed(taken: ReleaseRow, { code, key, language }: ReleaseFailure): Promise<void> {
    await db.transaction(async (transaction) => {
      const store = createReleaseStore(transaction)
      const row = await store.lock(taken.id)
      // Whoever has changed it in between may have mended it.
      if (row?.status !== 'scheduled' || row.updatedAt.getTime() !== taken.updatedAt.getTime()) return
      const failure = `${code} ${key} ${language}`
      await store.update(row.id, { status: 'failed', failure, updatedAt: clock.now() })
    })
  }
}
export type Releases = ReturnType<typeof createReleases>

class NothingToTake extends Error {}

/** A moment that is still to come. @throws {Problem} 422 */
function getFuture(moment: string, now: Date): Date {
  const date = new Date(moment)
  if (date.getTime() > now.getTime()) return date
  throw new Problem('validation_failed', 422, { fields: [{ field: 'due_at', code: 'time_past' }] })
}

function failureOf(error: unknown): ReleaseFailure | undefined {
  if (!(error instanceof Problem)) return undefined
  const text = error.options.extra?.text
  return ReleaseFailure.safeParse({ ...(typeof text === 'object' ? text : {}), code: error.code }).data
}

function readFailure(written: string | null): ReleaseFailure | null {
  const [code, key, language] = written?.split(' ') ?? []
  return ReleaseFailure.safeParse({ code, key, language }).data ?? null
}

function toRelease(row: ReleaseRow, items: readonly ReleaseItemRow[]): Release {
  return {
    id: row.id,
    name: row.name,
    status: row.status,
    due_at: row.dueAt?.toISOString() ?? null,
    live_at: row.liveAt?.toISOString() ?? null,
    rolled_back_at: row.rolledBackAt?.toISOString() ?? null,
    failure: readFailure(row.failure),
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    items: items.map(({ key, language, version, previousVersion }) => ({
      key,
      language,
      version,
      previous_version: previousVersion,
    })),
  }
}
