import { EventEmitter } from 'node:events'
import { type SQL, sql } from 'drizzle-orm'
import type { Signals } from '#platform/database/signals.ts'
import type { ProcessRole } from '#platform/roles/process-roles.ts'
import type { Queryable } from '#platform/settings/live-settings.ts'
import type { ChangedText } from '#shared/edge/edge-cache.ts'
import type { Logger } from './log.ts'
import type { Database } from './postgres.ts'
import { connectRevision, lease, lockSpace } from './revision-connection.ts'

/**
 * Notifies every server process when public data or settings have changed, so that it reads the settings again and drops its
 * cached responses.
 *
 * Each process listens on a connection of its own and holds an advisory lock there, so the locks are the list of live
 * processes. A publisher commits a new revision, notifies, and waits until every live process has replied that it has
 * done so, at most for the lease. A process checks the revision four times a second. One that could not for the length
 * of the lease answers no request until it has caught up, so a publisher may stop waiting for it. Only when the
 * database cannot be reached at all does a process go on serving its cache: then nobody can publish.
 */
export interface Revision {
  /** Whether requests may be answered now. Costs one comparison. */
  isCurrent(): boolean
  /** Resolves once the newest revision is known, or after a short time. */
  catchUp(): Promise<void>
  /** The revision that this process knows. */
  current(): number
  /** Whether all data is being replaced, so that no request may be answered. Costs one comparison. */
  isUnderMaintenance(): boolean
  /** Called whenever the revision has changed, with the new settings loaded: caches must be emptied. */
  onChange(listener: () => void): void
  /** Has every publication of this process followed by something, such as the purge of a cache in front of the product. */
  follow(follower: RevisionFollower): void
  /**
   * Runs a change of public data in a transaction that also increments the revision. Resolves once every live process has
   * emptied its cache. `affected` says which texts of pages it has changed; without it, anything may have.
   */
  publish<T>(
    change: (transaction: Database) => Promise<T>,
    affected?: (result: T) => readonly ChangedText[],
  ): Promise<T>
  close(): Promise<void>
}

/** A change of public data. */
export interface Publication {
  revision: number
  /** The texts of pages that have changed; undefined when anything may have. */
  texts: readonly ChangedText[] | undefined
}

/** What follows each change of public data. */
export interface RevisionFollower {
  /** Called in the transaction of a change. */
  record(transaction: Database, publication: Publication): Promise<void>
  /** Called once every live process has emptied its cache; the publisher waits for it. */
  published(publication: Publication): Promise<void>
}

interface RevisionOptions {
  url: string
  /** For the publisher's part. */
  db: Database
  pool: Queryable
  log: Logger
  /** Reads what every request needs to know of a revision: the settings. */
  load?(connection: Queryable): Promise<void>
  /** What this process does, for others to see that it lives. */
  role?: ProcessRole
  /** Called with the signals that arrive on the same connection. */
  onSignal?: Signals['receive']
  /** What tells its secrets apart from those of other processes. */
  secretMarks?: readonly number[]
}

/** Starts listening on a connection of its own to the database at `url`. */
export async function createRevision({
  url,
  db,
  pool,
  log,
  load = async () => {},
  role = 'all',
  onSignal = () => {},
  secretMarks,
}: RevisionOptions): Promise<Revision> {
  const events = new EventEmitter()
  events.setMaxListeners(0)
  let current = -1
  let advancing: Promise<void> = Promise.resolve()
  let follower: RevisionFollower | undefined

  /** Reads what belongs to a revision, and then empties the caches. One at a time, so that an older state never comes last. */
  function advance(findRevision: () => number, connection: Queryable): Promise<void> {
    const next = advancing.then(async () => {
      const revision = findRevision()
      if (revision === current) return
      await load(connection)
      current = revision
      events.emit('change')
    })
    advancing = next.catch(() => {})
    return next
  }

  const connection = await connectRevision({
    ...{ url, role, log, onRevision: (revision, connected) => advance(() => revision, connected) },
    onReply: (payload) => events.emit('seen', payload),
    ...{ onSignal, secretMarks },
  })

  return {
    isCurrent: connection.isCurrent,
    catchUp: connection.catchUp,
    current: () => current,
    isUnderMaintenance: connection.isUnderMaintenance,
    onChange(listener) {
      events.on('change', listener)
    },
    follow(given) {
      follower = given
    },
    async publish(change, affected) {
      const replies = collectReplies(events)
      try {
        const { result, ...publication } = await incrementWith(db, change, { affected, follower })
        const { revision } = publication
        const deadline = performance.now() + lease
        // The change is committed, so a failure here is not one of the change: the lease alone is waited for.
        await advance(() => Math.max(current, revision), pool).catch(() => {})
        const live = await listLiveProcesses(db).catch(() => undefined)
        const haveReplied = () => live?.every((number) => replies.newestOf(number) >= revision) ?? false
        while (!haveReplied() && performance.now() < deadline) await waitForReply(events, 50)
        await follower?.published(publication).catch((error: unknown) => {
          log.error({ err: error }, 'what follows a publication failed')
        })
        return result
      } finally {
        replies.stop()
      }
    },
    close: connection.close,
  }
}

interface Following<T> {
  affected: ((result: T) => readonly ChangedText[]) | undefined
  follower: RevisionFollower | undefined
}

/** Increments the revision and notifies every process once the transaction commits. Returns the new one. */
export async function raiseRevision(transaction: Database): Promise<number> {
  const { rows } = await transaction.execute<{ revision: string }>(
    sql`UPDATE site_revision SET revision = revision + 1 RETURNING revision`,
  )
  const revision = Number(rows[0]?.revision)
  await transaction.execute(sql`SELECT pg_notify('site_revision', ${String(revision)})`)
  return revision
}

/** Runs a change and increments the revision, in one transaction that notifies every process. */
function incrementWith<T>(
  db: Database,
  change: (transaction: Database) => Promise<T>,
  { affected, follower }: Following<T>,
) {
  return db.transaction(async (transaction) => {
    const result = await change(transaction)
    const texts = affected?.(result)
    const revision = await raiseRevision(transaction)
    await follower?.record(transaction, { revision, texts })
    return { result, revision, texts }
  })
}

/** The newest revision, within a query. */
export const revisionNow: SQL = sql`(SELECT revision FROM site_revision)`

/** The numbers of the processes that listen on this database. */
export async function listLiveProcesses(db: Database): Promise<number[]> {
  const { rows } = await db.execute<{ number: number }>(
    sql`SELECT objid::bigint::int AS number FROM pg_locks
        WHERE locktype = 'advisory' AND classid = ${lockSpace} AND objsubid = 2
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  )
  return rows.map(({ number }) => number)
}

/** Records the newest revision that each process has replied to, from now on. */
function collectReplies(events: EventEmitter) {
  const newest = new Map<number, number>()
  const note = (payload: string) => {
    const [number = 0, revision = 0] = payload.split(':').map(Number)
    newest.set(number, Math.max(revision, newest.get(number) ?? 0))
  }
  events.on('seen', note)
  return {
    newestOf: (number: number) => newest.get(number) ?? 0,
    stop: () => events.off('seen', note),
  }
}

/** Resolves at the next reply, or after a time in milliseconds. */
function waitForReply(events: EventEmitter, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const wait = setTimeout(done, milliseconds)
    function done() {
      clearTimeout(wait)
      events.off('seen', done)
      resolve()
    }
    events.on('seen', done)
  })
}
