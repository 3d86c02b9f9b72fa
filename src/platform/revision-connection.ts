import pg from 'pg'
import { type Logger, messageOf } from './log.ts'

/** How long after its last check of the revision a process may serve cached responses, in milliseconds. */
export const lease = 1_000
const checkEvery = 250
const reconnectAfter = 500
const timeoutsUntilAway = 3
// The space of advisory locks in which each live process holds one, on its listening connection.
export const lockSpace = 7_203_642

interface RevisionConnectionOptions {
  url: string
  log: Logger
  /** Called with every revision that was read or notified. */
  onRevision(revision: number): void
  /** Called with `process:revision` when a process has replied that its cache is empty. */
  onReply(payload: string): void
}

/** The connection that listens for revisions. */
export interface RevisionConnection {
  /** Whether the newest revision is known, or nobody can publish. Costs one comparison. */
  isCurrent(): boolean
  /** Resolves once the newest revision is known, or after a short time. */
  catchUp(): Promise<void>
  close(): Promise<void>
}

/** Connects, takes the lock that marks this process as live, and replies to every notification. */
async function listen(
  { url, onRevision, onReply }: RevisionConnectionOptions,
  onLost: (client: pg.Client) => void,
): Promise<pg.Client> {
  const processNumber = Math.floor(Math.random() * 2 ** 31)
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: lease,
    query_timeout: lease,
    statement_timeout: lease,
    application_name: 'firmeza revision',
    keepAlive: true,
  })
  client.on('error', () => onLost(client))
  client.on('end', () => onLost(client))
  client.on('notification', ({ channel, payload = '' }) => {
    if (channel !== 'site_revision') return onReply(payload)
    onRevision(Number(payload))
    client
      .query("SELECT pg_notify('site_revision_seen', $1)", [`${processNumber}:${payload}`])
      .catch(() => {})
  })
  try {
    await client.connect()
    await client.query('SELECT pg_advisory_lock_shared($1, $2)', [lockSpace, processNumber])
    await client.query('LISTEN site_revision')
    await client.query('LISTEN site_revision_seen')
  } catch (error) {
    client.end().catch(() => {})
    throw error
  }
  return client
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

/** Connects to the database, checks the revision, and goes on checking until closed. */
export async function connectRevision(options: RevisionConnectionOptions): Promise<RevisionConnection> {
  const { log, onRevision } = options
  let client: pg.Client | undefined
  let trustedUntil = 0
  let away = false
  let timeouts = 0
  let closed = false

  async function connect(): Promise<pg.Client> {
    client = await listen(options, lose)
    return client
  }

  function lose(lost: pg.Client): void {
    if (closed || client !== lost) return
    client = undefined
    trustedUntil = 0
    void checks.run()
  }

  async function check(): Promise<void> {
    const asked = performance.now()
    const connected = client ?? (await connect().catch(noteUnreachable))
    if (!connected) return
    try {
      const { rows } = await connected.query<{ revision: string }>('SELECT revision FROM site_revision')
      onRevision(Number(rows[0]?.revision))
      // Counted from the start of the query, which has seen everything committed before.
      trustedUntil = asked + lease
      if (away) log.info('the database is back')
      away = false
      timeouts = 0
    } catch {
      // A query may time out because of a slow connection; only a failed connection means that the database is unreachable.
      if (client === connected) client = undefined
      connected.end().catch(() => {})
    }
  }

  function noteUnreachable(error: unknown): undefined {
    if (closed || !isUnreachable(error)) return
    // The connection may be slow for this process alone while others publish: only repeated timeouts count.
    if (isTimeout(error) && ++timeouts < timeoutsUntilAway) return
    if (!away) log.warn({ reason: messageOf(error) }, 'the database is away; cached pages are still served')
    away = true
  }

  const checks = repeat(check, () => (away ? reconnectAfter : checkEvery))

  await connect()
  await checks.start()

  const isCurrent = () => away || performance.now() < trustedUntil
  return {
    isCurrent,
    async catchUp() {
      if (isCurrent()) return
      // A running check may have started before the change.
      await checks.finish()
      await checks.run()
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
