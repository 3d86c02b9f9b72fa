import { EventEmitter } from 'node:events'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { type Logger, messageOf } from './log.ts'
import type { Database } from './postgres.ts'

/** For how long after its last proven look a process may trust what it keeps, in milliseconds. */
const lease = 1_000
const lookEvery = 250
const reconnectAfter = 500
const timeoutsUntilAway = 3
// The space of advisory locks in which each live process holds one, on its listening connection.
const lockSpace = 7_203_642

/**
 * Tells every server process when what public answers are made of has changed.
 *
 * Each process listens on a connection of its own and holds an advisory lock there, so the locks are the list of live
 * processes. A publisher commits a new revision, notifies, and waits until every live process has said that it dropped
 * what it kept, at most as long as the lease. A process looks at the revision four times a second; one that could not
 * for the length of the lease serves nothing kept until it has caught up, so a publisher that gave up on it is right.
 * Only when the database cannot be reached at all does a process go on serving what it kept: then nobody can publish.
 */
export interface Revision {
  /** Whether kept answers may be served at this moment. Costs a comparison. */
  isCurrent(): boolean
  /** Resolves once the newest revision is known, at most after a short while. */
  catchUp(): Promise<void>
  /** Called whenever the revision changed and everything kept must go. */
  onChange(listener: () => void): void
  /**
   * Runs a change of what public answers are made of in a transaction that also counts the revision up, so that neither
   * comes without the other. Resolves once every live process has dropped what it kept.
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
  let looking: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  function see(revision: number): void {
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
        see(Number(payload))
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
    void lookOnce()
  }

  async function look(): Promise<void> {
    const asked = performance.now()
    const connected = client ?? (await connect().catch(noteUnreachable))
    if (!connected) return
    try {
      const { rows } = await connected.query<{ revision: string }>('SELECT revision FROM site_revision')
      see(Number(rows[0]?.revision))
      // Counted from the moment of asking: whatever was committed before it has been seen.
      trustedUntil = asked + lease
      if (away) log.info('the database is back')
      away = false
      timeouts = 0
    } catch {
      // A connection that hangs proves nothing; only one that cannot be made means that the database is away.
      if (client === connected) client = undefined
      connected.end().catch(() => {})
    }
  }

  function noteUnreachable(error: unknown): undefined {
    if (closed || !isUnreachable(error)) return
    // What is slow may be so for this process alone, while others publish: only what stays slow is away.
    if (isTimeout(error) && ++timeouts < timeoutsUntilAway) return
    if (!away) log.warn({ reason: messageOf(error) }, 'the database is away; kept pages are served on')
    away = true
  }

  function lookOnce(): Promise<void> {
    looking ??= look().finally(() => {
      looking = undefined
    })
    return looking
  }

  function schedule(): void {
    if (closed) return
    timer = setTimeout(() => lookOnce().then(schedule), away ? reconnectAfter : lookEvery)
    timer.unref()
  }

  function nextSeen(milliseconds: number): Promise<void> {
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
  await lookOnce()
  schedule()

  return {
    isCurrent: () => away || performance.now() < trustedUntil,
    async catchUp() {
      if (away || performance.now() < trustedUntil) return
      // The look under way may have begun too early to prove anything.
      await looking
      await lookOnce()
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
        see(Math.max(current, revision))
        const { rows: live } = await db.execute<{ number: number }>(
          sql`SELECT objid::bigint::int AS number FROM pg_locks
              WHERE locktype = 'advisory' AND classid = ${lockSpace} AND objsubid = 2
                AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
        )
        const hasAnswered = ({ number }: { number: number }) => (seen.get(number) ?? 0) >= revision
        while (!live.every(hasAnswered) && performance.now() < deadline) await nextSeen(50)
        return result
      } finally {
        events.off('seen', note)
      }
    },
    async close() {
      closed = true
      clearTimeout(timer)
      await looking?.catch(() => {})
      await client?.end().catch(() => {})
    },
  }
}

/** Whether a failure to connect means that nobody can reach the database now, rather than that it refuses us. */
function isUnreachable(error: unknown): boolean {
  return !(error instanceof pg.DatabaseError) || error.code?.startsWith('57P') === true
}

// In the words of pg: of a connection that is not made in time, and of a query without an answer.
function isTimeout(error: unknown): boolean {
  return error instanceof Error && /^(timeout expired|Query read timeout)$/.test(error.message)
}
