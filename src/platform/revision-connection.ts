import pg from 'pg'
import { isUnderMaintenance } from '#platform/database/maintenance.ts'
import { signalChannel } from '#platform/database/signals.ts'
import { type ProcessRole, roleLockOf, roleLockSpace } from '#platform/roles/process-roles.ts'
import { secretLockSpace } from '#platform/secrets/secret-marks.ts'
import type { Queryable } from '#platform/settings/live-settings.ts'
import { type Logger, messageOf } from './log.ts'

/** How long after its last check of the revision a process may serve cached responses, in milliseconds. */
export const lease = 1_000
const checkEvery = 250
const reconnectAfter = 500
const timeoutsUntilAway = 3
// How long a request waits for the newest revision; by then the database answers or is away.
const catchUpWithin = 5_000
// The space of advisory locks in which each live process holds one, on its listening connection.
export const lockSpace = 7_203_642

/** The revision, how many processes are live, and whether the data is being replaced: who does that holds a lock too. */
const readRevision = `SELECT revision,
  (SELECT count(*)::int FROM pg_locks WHERE locktype = 'advisory' AND classid = ${lockSpace} AND objsubid = 2
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())) AS processes,
  ${isUnderMaintenance} AS maintained
  FROM site_revision`

interface RevisionConnectionOptions {
  url: string
  role: ProcessRole
  log: Logger
  /** What tells its secrets apart from those of other processes (`secrets/secret-marks.ts`). */
  secretMarks?: readonly number[] | undefined
  /**
   * Called with every revision that was read or notified, and a connection to read what belongs to it. The revision counts as
   * known once it resolves.
   */
  onRevision(revision: number, connection: Queryable): Promise<void>
  /** Called with `process:revision` when a process has replied that its cache is empty. */
  onReply(payload: string): void
  /** Called with a topic that has changed (`platform/database/signals.ts`); without one whenever some may have been missed. */
  onSignal(topic?: string): void
}

/** The connection that listens for revisions. */
export interface RevisionConnection {
  /** Whether the newest revision is known, or nobody can publish. Costs one comparison. */
  isCurrent(): boolean
  /** Resolves once the newest revision is known, or after a short time. */
  catchUp(): Promise<void>
  /** Whether all data is being replaced, so that no request may be answered. Known as soon as a revision is. */
  isUnderMaintenance(): boolean
  close(): Promise<void>
}

/** A connection whose queries run one after another, as pg asks. */
interface Listener extends Queryable {
  end(): Promise<void>
}

/** Connects, takes the lock that marks this process as live, and replies to every notification. */
async function listen(
  { url, role, secretMarks = [], onRevision, onReply, onSignal }: RevisionConnectionOptions,
  onLost: (listener: Listener) => void,
): Promise<Listener> {
  const processNumber = Math.floor(Math.random() * 2 ** 31)
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: lease,
    query_timeout: lease,
    statement_timeout: lease,
    application_name: 'firmeza revision',
    keepAlive: true,
  })
  const listener = queryInTurn(client)
  client.on('error', () => onLost(listener))
  client.on('end', () => onLost(listener))
  client.on('notification', ({ channel, payload = '' }) => {
    if (channel === signalChannel) return onSignal(payload)
    if (channel !== 'site_revision') return onReply(payload)
    // Without a reply, the publisher waits for the lease, and the next check tries again.
    onRevision(Number(payload), listener)
      .then(() =>
        listener.query("SELECT pg_notify('site_revision_seen', $1)", [`${processNumber}:${payload}`]),
      )
      .catch(() => {})
  })
  try {
    await client.connect()
    await client.query('SELECT pg_advisory_lock_shared($1, $2)', [lockSpace, processNumber])
    await client.query('SELECT pg_advisory_lock_shared($1, $2)', [roleLockSpace, roleLockOf(role)])
    await client.query('LISTEN site_revision')
    await client.query('LISTEN site_revision_seen')
    await client.query(`LISTEN ${signalChannel}`)
    for (const mark of secretMarks)
      await client.query('SELECT pg_advisory_lock_shared($1, $2)', [secretLockSpace, mark])
    onSignal()
  } catch (error) {
    client.end().catch(() => {})
    throw error
  }
  return listener
}

function queryInTurn(client: pg.Client): Listener {
  let last: Promise<unknown> = Promise.resolve()
  return {
    query<Row extends object>(sql: string, values?: unknown[]) {
      const next = last.then(() => client.query<Row>(sql, values))
      last = next.catch(() => {})
      return next
    },
    end: () => client.end(),
  }
}

/** Runs a check at intervals, one at a time. */
function repeat(check: () => Promise<void>, interval: () => number) {
  let running: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  function run(): Promise<void> {
    running ??= check().finally(() => {
      running = undefined
    })
    return running
  }

  async function start(): Promise<void> {
    await run()
    if (isStopped) return
    timer = setTimeout(start, interval())
    timer.unref()
  }

  return {
    run,
    start,
    finish: async () => running,
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await running?.catch(() => {})
    },
  }
}

/** Judges from answers and failures of the database whether cached responses may be served. */
function createTrust(log: Logger) {
  let trustedUntil = 0
  let away = false
  let timeouts = 0
  let isAlone = false
  let isSilent = false

  function noteAway(error: unknown): void {
    if (!away) log.warn({ reason: messageOf(error) }, 'the database is away; cached pages are still served')
    away = true
  }

  return {
    isCurrent: () => away || performance.now() < trustedUntil,
    isAway: () => away,
    /** Whether the database did not answer in time when it was last asked. */
    isSilent: () => isSilent,

    /** Notes the answer to a check that was begun at a time, and how many processes were live. */
    noteAnswer(asked: number, processes: number | undefined): void {
      isAlone = processes === 1
      // Counted from the start of the query, which has seen everything committed before.
      trustedUntil = asked + lease
      if (away) log.info('the database is back')
      away = false
      timeouts = 0
    },

    /**
     * Notes that a check failed on an open connection. It may time out because of a slow connection: for one of several
     * processes, only a failed connection means that the database is unreachable. A timeout that is noticed late says that
     * this process itself was suspended.
     */
    noteFailure(error: unknown, asked: number): void {
      isSilent = isTimeout(error)
      const isLate = performance.now() - asked > 2 * lease
      if (isAlone && isSilent && !isLate) noteAway(error)
    },

    noteUnreachable(error: unknown): void {
      isSilent = isTimeout(error)
      if (!isUnreachable(error)) return
      // The connection may be slow for this process alone while others publish: only repeated timeouts count.
      if (isSilent && ++timeouts < timeoutsUntilAway) return
      noteAway(error)
    },

    /** Forgets what is known, as the lock that marks this process as live is lost. */
    end(): void {
      trustedUntil = 0
      isAlone = false
    },
  }
}

/** Connects to the database, checks the revision, and goes on checking until closed. */
export async function connectRevision(options: RevisionConnectionOptions): Promise<RevisionConnection> {
  const { log, onRevision } = options
  const trust = createTrust(log)
  let client: Listener | undefined
  let closed = false
  let isMaintained = false

  async function connect(): Promise<Listener> {
    client = await listen(options, lose)
    return client
  }

  function lose(lost: Listener): void {
    if (closed || client !== lost) return
    client = undefined
    trust.end()
    void checks.run()
  }

  async function check(): Promise<void> {
    const asked = performance.now()
    const connected = client ?? (await connect().catch(noteUnreachable))
    if (!connected) return
    try {
      const { rows } = await connected.query<{
        revision: string
        processes: number
        maintained: boolean
      }>(readRevision)
      // Before the revision, so that its settings are not read while their table is locked.
      isMaintained = rows[0]?.maintained === true
      await onRevision(Number(rows[0]?.revision), connected)
      trust.noteAnswer(asked, rows[0]?.processes)
    } catch (error) {
      if (client === connected) client = undefined
      connected.end().catch(() => {})
      trust.noteFailure(error, asked)
    }
  }

  function noteUnreachable(error: unknown): undefined {
    if (!closed) trust.noteUnreachable(error)
  }

  const checks = repeat(check, () => (trust.isAway() ? reconnectAfter : checkEvery))

  await connect()
  await checks.start()

  return {
    isCurrent: trust.isCurrent,
    // A database that is away replaces nothing.
    isUnderMaintenance: () => isMaintained && !trust.isAway(),
    async catchUp() {
      if (trust.isCurrent()) return
      // A running check may have started before the change.
      await checks.finish()
      const until = performance.now() + catchUpWithin
      while (!trust.isAway() && !closed && performance.now() < until) {
        await checks.run()
        // A database that refuses this process has answered.
        if (trust.isCurrent() || !trust.isSilent()) return
      }
    },
    async close() {
      closed = true
      await checks.stop()
      await client?.end().catch(() => {})
    },
  }
}

/** Whether an error means that the database is unreachable, and not that it refuses this client. */
function isUnreachable(error: unknown): boolean {
  return !(error instanceof pg.DatabaseError) || error.code?.startsWith('57P') === true
}

// The messages of pg for a connection that is not made in time and for a query that times out.
function isTimeout(error: unknown): boolean {
  return error instanceof Error && /^(timeout expired|Query read timeout)$/.test(error.message)
}
