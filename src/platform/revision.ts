import { EventEmitter } from 'node:events'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { type Logger, messageOf } from './log.ts'
import type { Database } from './postgres.ts'

/** How long after its last check of the revision a process may serve cached responses, in milliseconds. */
const lease = 1_000
const checkEvery = 250
const reconnectAfter = 500
const timeoutsUntilAway = 3
// The space of advisory locks in which each live process holds one, on its listening connection.
const lockSpace = 7_203_642

/**
 * Tells every server process when public data has changed, so that it drops its cached responses.
 *
 * Each process listens on a connection of its own and holds an advisory lock there, so the locks are the list of live
 * processes. A publisher commits a new revision, notifies, and waits until every live process has replied that its cache
 * is empty, at most for the lease. A process checks the revision four times a second. One that could not for the length
 * of the lease serves nothing from its cache until it has caught up, so a publisher may stop waiting for it. Only when the
 * database cannot be reached at all does a process go on serving its cache: then nobody can publish.
 */
export interface Revision {
  /** Whether cached responses may be served now. Costs a comparison. */
  isCurrent(): boolean
  /** Resolves once the newest revision is known, at most after a short while. */
  catchUp(): Promise<void>
  /** Called whenever the revision has changed and caches must be emptied. */
  onChange(listener: () => void): void
  /**
   * Runs a change of public data in a transaction that also increments the revision. Resolves once every live process has
   * emptied its cache.
   */
  publish<T>(change: (transaction: Database) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** Starts listening on a connection of its own to the database at `url`; `db` is for the publisher's part. */
export async function createRevision({
  url,
  db,
  log,
}: {
  url: string
  db: Database
  log: Logger
}): Promise<Revision> {
  const events = new EventEmitter()
  events.setMaxListeners(0)
  const processNumber = Math.floor(Math.random() * 2 ** 31)
  let client: pg.Client | undefined
  let current = -1
  let trustedUntil = 0
  let away = false
  let timeouts = 0
  let closed = false
  let checking: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  function setRevision(revision: number): void {
    if (revision === current) return
    current = revision
    events.emit('change')
  }

  async function connect(): Promise<pg.Client> {
    const next = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: lease,
      query_timeout: lease,
      statement_timeout: lease,
      application_name: 'firmeza revision',
      keepAlive: true,
    })
    next.on('error', () => lose(next))
    next.on('end', () => lose(next))
    next.on('notification', ({ channel, payload = '' }) => {
      if (channel === 'site_revision') {
        setRevision(Number(payload))
        next
          .query("SELECT pg_notify('site_revision_seen', $1)", [`${processNumber}:${payload}`])
          .catch(() => {})
      } else events.emit('seen', payload)
    })
    try {
      await next.connect()
      await next.query('SELECT pg_advisory_lock_shared($1, $2)', [lockSpace, processNumber])
      await next.query('LISTEN site_revision')
      await next.query('LISTEN site_revision_seen')
    } catch (error) {
      next.end().catch(() => {})
      throw error
    }
    client = next
    return next
  }

  function lose(lost: pg.Client): void {
    if (closed || client !== lost) return
    client = undefined
    trustedUntil = 0
    void checkOnce()
  }

  async function check(): Promise<void> {
    const asked = performance.now()
    const connected = client ?? (await connect().catch(noteUnreachable))
    if (!connected) return
    try {
      const { rows } = await connected.query<{ revision: string }>('SELECT revision FROM site_revision')
      setRevision(Number(rows[0]?.revision))
      // Counted from the start of the query: whatever was committed before it has been seen.
      trustedUntil = asked + lease
      if (away) log.info('the database is back')
      away = false
      timeouts = 0
    } catch {
      // A connection that hangs may be slow; only one that cannot be made means that the database is away.
      if (client === connected) client = undefined
      connected.end().catch(() => {})
    }
  }

  function noteUnreachable(error: unknown): undefined {
    if (closed || !isUnreachable(error)) return
    // The connection may be slow for this process alone, while others publish: only repeated timeouts mean away.
    if (isTimeout(error) && ++timeouts < timeoutsUntilAway) return
    if (!away) log.warn({ reason: messageOf(error) }, 'the database is away; cached pages are still served')
    away = true
  }

  function checkOnce(): Promise<void> {
    checking ??= check().finally(() => {
      checking = undefined
    })
    return checking
  }

  function schedule(): void {
    if (closed) return
    timer = setTimeout(() => checkOnce().then(schedule), away ? reconnectAfter : checkEvery)
    timer.unref()
  }

  function waitForReply(milliseconds: number): Promise<void> {
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

  await connect()
  await checkOnce()
  schedule()

  return {
    isCurrent: () => away || performance.now() < trustedUntil,
    async catchUp() {
      if (away || performance.now() < trustedUntil) return
      // A check under way may have started before the change.
      await checking
      await checkOnce()
    },
    onChange(listener) {
      events.on('change', listener)
    },
    async publish(change) {
      const seen = new Map<number, number>()
      const note = (payload: string) => {
        const [number = 0, revision = 0] = payload.split(':').map(Number)
        seen.set(number, Math.max(revision, seen.get(number) ?? 0))
      }
      events.on('seen', note)
      try {
        const { result, revision } = await db.transaction(async (transaction) => {
          const result = await change(transaction)
          const { rows } = await transaction.execute<{ revision: string }>(
            sql`UPDATE site_revision SET revision = revision + 1 RETURNING revision`,
          )
          const revision = Number(rows[0]?.revision)
          await transaction.execute(sql`SELECT pg_notify('site_revision', ${String(revision)})`)
          return { result, revision }
        })
        const deadline = performance.now() + lease
        setRevision(Math.max(current, revision))
        const { rows: live } = await db.execute<{ number: number }>(
          sql`SELECT objid::bigint::int AS number FROM pg_locks
              WHERE locktype = 'advisory' AND classid = ${lockSpace} AND objsubid = 2
                AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
        )
        const hasAnswered = ({ number }: { number: number }) => (seen.get(number) ?? 0) >= revision
        while (!live.every(hasAnswered) && performance.now() < deadline) await waitForReply(50)
        return result
      } finally {
        events.off('seen', note)
      }
    },
    async close() {
      closed = true
      clearTimeout(timer)
      await checking?.catch(() => {})
      await client?.end().catch(() => {})
    },
  }
}

/** Whether a failure to connect means that the database is unreachable, rather than that it refuses this client. */
function isUnreachable(error: unknown): boolean {
  return !(error instanceof pg.DatabaseError) || error.code?.startsWith('57P') === true
}

// The messages of pg for a connection that is not made in time and for a query that times out.
function isTimeout(error: unknown): boolean {
  return error instanceof Error && /^(timeout expired|Query read timeout)$/.test(error.message)
}
