import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import { Problem } from '#shared/problem.ts'
import type { Release, ReleaseChange, ReleaseDraft, ReleaseQuery, ReleaseStatus } from './contract.ts'
import { createReleaseItemStore } from './item-store.ts'
import type { TextPublisher } from './ports.ts'
import { lockRelease, openStatuses, readRelease, toRelease } from './rows.ts'
import { createReleaseStore, type ReleaseRow } from './store.ts'

interface ReleaseOptions {
  db: Database
  clock: Clock
  publisher: Pick<TextPublisher, 'check'>
}

const open = { statuses: openStatuses, code: 'release_not_open' }
const removableStatuses: readonly ReleaseStatus[] = ['draft', 'failed', 'cancelled']

/** The rules of releases until they are live: what they contain and when they are due. */
export function createReleases({ db, clock, publisher }: ReleaseOptions) {
  return {
    async list(query: ReleaseQuery): Promise<{ items: Release[]; total: number }> {
      const store = createReleaseStore(db)
      const { rows, total } = await store.list(query)
      const items = await createReleaseItemStore(db).list(rows.map(({ id }) => id))
      const itemsOf = Map.groupBy(items, ({ releaseId }) => releaseId)
      return { items: rows.map((row) => toRelease(row, itemsOf.get(row.id) ?? [])), total }
    },

    /** @throws {Problem} 404 */
    async get(id: string): Promise<Release> {
      const row = await createReleaseStore(db).find(id)
      if (!row) throw new Problem('release_not_found', 404)
      return readRelease(db, row)
    },

    /** @throws {Problem} 422 naming a text that could not be published */
    async create(draft: ReleaseDraft, authorId: string): Promise<Release> {
      const now = clock.now()
      const dueAt = draft.due_at === undefined ? null : getFuture(draft.due_at, now)
      return db.transaction(async (transaction) => {
        await publisher.check(transaction, draft.items)
        const row = await createReleaseStore(transaction).insert(newRow(draft, dueAt, { authorId, now }))
        await createReleaseItemStore(transaction).replace(row.id, draft.items)
        return readRelease(transaction, row)
      })
    },

    /**
     * Changes the name and the texts of a release. One that failed or was cancelled becomes a draft again.
     * @throws {Problem} 404, 409 once it is live or when somebody else has changed it, 422 naming a text
     */
    async change(id: string, change: ReleaseChange): Promise<Release> {
      return db.transaction(async (transaction) => {
        const row = await lockRelease(transaction, id, open)
        if (row.updatedAt.getTime() !== Date.parse(change.updated_at)) throw new Problem('release_stale', 409)
        await publisher.check(transaction, change.items)
        await createReleaseItemStore(transaction).replace(id, change.items)
        const reset =
          row.status === 'scheduled' ? {} : { status: 'draft' as const, dueAt: null, failure: null }
        const changes = { ...reset, name: change.name, updatedAt: clock.now() }
        return readRelease(transaction, await createReleaseStore(transaction).update(id, changes))
      })
    },

    /** Deletes a release that was never live and is not scheduled. @throws {Problem} 404, 409 */
    async remove(id: string): Promise<void> {
      await db.transaction(async (transaction) => {
        await lockRelease(transaction, id, { statuses: removableStatuses, code: 'release_not_removable' })
        await createReleaseStore(transaction).remove(id)
      })
    },

    /** Sets or changes the time at which a release goes live. @throws {Problem} 404, 409, 422 */
    async schedule(id: string, dueAt: string): Promise<Release> {
      return db.transaction(async (transaction) => {
        await lockRelease(transaction, id, open)
        const now = clock.now()
        const due = getFuture(dueAt, now)
        await publisher.check(transaction, await createReleaseItemStore(transaction).list([id]))
        const changes = { status: 'scheduled', dueAt: due, failure: null, updatedAt: now } as const
        return readRelease(transaction, await createReleaseStore(transaction).update(id, changes))
      })
    },

    /** Cancels a scheduled release. @throws {Problem} 404, 409 once it is live */
    async cancel(id: string): Promise<Release> {
      return db.transaction(async (transaction) => {
        await lockRelease(transaction, id, { statuses: ['scheduled'], code: 'release_not_scheduled' })
        const changes = { status: 'cancelled', updatedAt: clock.now() } as const
        return readRelease(transaction, await createReleaseStore(transaction).update(id, changes))
      })
    },
  }
}
export type Releases = ReturnType<typeof createReleases>

/** A moment in the future. @throws {Problem} 422 */
function getFuture(moment: string, now: Date): Date {
  const date = new Date(moment)
  if (date.getTime() > now.getTime()) return date
  throw new Problem('validation_failed', 422, { fields: [{ field: 'due_at', code: 'time_past' }] })
}

function newRow(
  { name }: ReleaseDraft,
  dueAt: Date | null,
  { authorId, now }: { authorId: string; now: Date },
): Omit<ReleaseRow, 'id'> {
  const status = dueAt ? 'scheduled' : 'draft'
  const times = { dueAt, liveAt: null, rolledBackAt: null, createdAt: now, updatedAt: now }
  return { name, status, failure: null, authorId, ...times }
}
