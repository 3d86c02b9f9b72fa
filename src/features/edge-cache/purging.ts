import { setTimeout as sleep } from 'node:timers/promises'
import type { Notify } from '#feature.ts'
import { type EdgeAdapter, EdgeFailure } from '#features/edge-cache/adapters/adapter.ts'
import type { Clock } from '#platform/clock.ts'
import { runInBackground } from '#platform/database/wait-limit.ts'
import { type Logger, messageOf } from '#platform/log.ts'
import type { Poller } from '#platform/poller.ts'
import type { Database } from '#platform/postgres.ts'
import type { Publication, Revision, RevisionFollower } from '#platform/revision.ts'
import { siteKey } from '#shared/edge/edge-cache.ts'
import { notificationOf } from '#shared/notifications/type.ts'
import { joinKeys, keysOf, type PageWithTexts } from './keys.ts'
import type { PurgeMetrics } from './metrics.ts'
import { purgeFailing } from './notifications.ts'
import { createPurgeStore, type PurgeRow, somePurgeIsDue } from './store.ts'

export interface PurgingOptions {
  db: Database
  clock: Clock
  log: Logger
  revision: Pick<Revision, 'current'>
  adapter: EdgeAdapter
  pages: readonly PageWithTexts[]
  notify: Notify
  metrics: PurgeMetrics
}

// How long whoever publishes waits for the cache, in milliseconds; it has mostly been purged long before.
const patience = 1_500
// The process that publishes does it at once; others only when that has ended.
const leftToPublisher = 5_000
// After a start, processes of an earlier version may serve their pages for so long.
const startSettles = 90_000
const longestPause = 60_000

/**
 * Purges the cache in front of the product. What is to be purged is a row in the transaction of the change, and is purged once
 * every live process has dropped its own copies: then nothing old can be fetched any more. The process that published does it;
 * what fails is tried again by any process until it is done.
 */
export function createPurging(options: PurgingOptions) {
  const { db, clock, adapter, pages, metrics } = options
  const after = (milliseconds: number) => new Date(clock.now().getTime() + milliseconds)
  const repeatAt = () => (adapter.settles > 0 ? after(adapter.settles) : null)
  let year = clock.now().getUTCFullYear()

  /** Purges what is due, or what a revision made necessary. */
  async function purge(revision?: number): Promise<void> {
    await db.transaction(async (transaction) => {
      const rows = await createPurgeStore(transaction).lock({ now: clock.now(), revision })
      if (rows.length === 0) return
      try {
        await adapter.purge(
          joinKeys(rows.map(({ keys }) => keys)),
          Math.max(...rows.map((row) => row.revision)),
        )
      } catch (error) {
        return noteFailure(transaction, rows, error, options)
      }
      const now = clock.now()
      await createPurgeStore(transaction).notePurged(
        rows.map(({ id }) => id),
        now,
      )
      metrics.notePurged(rows, now)
    })
  }

  /** Purges what a revision made necessary, and waits a while for it. */
  const purgeSoon = (revision: number) =>
    waitAWhile(
      runInBackground(() => purge(revision)),
      options,
    )

  const everything = () => {
    return { revision: options.revision.current(), keys: [siteKey], createdAt: clock.now() }
  }

  /** Purges everything since a user wishes it, which `record` notes. */
  async function purgeNow(record: (transaction: Database) => Promise<void>): Promise<void> {
    const order = { ...everything(), dueAt: after(leftToPublisher), repeatAt: repeatAt() }
    await db.transaction(async (transaction) => {
      await createPurgeStore(transaction).add(order)
      await record(transaction)
    })
    await purgeSoon(order.revision)
  }

  /** Has everything purged, soon and again once processes of an earlier version have ended. */
  const purgeAll = () =>
    createPurgeStore(db).add({ ...everything(), dueAt: clock.now(), repeatAt: after(startSettles) })

  const follower: RevisionFollower = {
    async record(transaction, { revision, texts }: Publication) {
      await createPurgeStore(transaction).add({
        ...{ revision, keys: keysOf(texts, pages), createdAt: clock.now(), dueAt: after(leftToPublisher) },
        repeatAt: repeatAt(),
      })
    },
    published: ({ revision }) => purgeSoon(revision),
  }

  const pollers: [purges: Poller, years: Poller] = [
    { name: 'edge-purges', everySeconds: 1, isDue: somePurgeIsDue, poll: () => purge() },
    {
      // Pages show the year.
      name: 'edge-purges-of-years',
      everySeconds: 60,
      async poll() {
        const present = clock.now().getUTCFullYear()
        if (present === year) return
        await purgeAll()
        year = present
      },
    },
  ]
  return { follower, pollers, purgeAll, purgeNow }
}

async function waitAWhile(purge: Promise<void>, { log }: Pick<PurgingOptions, 'log'>): Promise<void> {
  const work = purge.catch((error: unknown) => {
    log.error({ err: error }, 'the cache in front of the site could not be purged')
  })
  await Promise.race([work, sleep(patience, undefined, { ref: false })])
}

/** Notes that a purge failed, and tells the team when none did before. */
async function noteFailure(
  transaction: Database,
  rows: readonly PurgeRow[],
  error: unknown,
  { clock, log, notify, metrics }: PurgingOptions,
): Promise<void> {
  metrics.noteFailed()
  const now = clock.now()
  const failure = messageOf(error).slice(0, 500)
  const failures = Math.max(...rows.map((row) => row.failures))
  const asked = error instanceof EdgeFailure ? error.retryAfter : undefined
  const pause =
    asked === undefined ? Math.min(2_000 * 2 ** Math.min(failures, 10), longestPause) : asked * 1_000
  const isNew = await createPurgeStore(transaction).noteFailed(
    rows.map(({ id }) => id),
    { now, dueAt: new Date(now.getTime() + pause), failure },
  )
  if (!isNew) return
  log.warn({ reason: failure }, 'the cache in front of the site cannot be purged, and may show old pages')
  await notify(transaction, [notificationOf(purgeFailing, { data: { reason: failure }, at: now })])
}
