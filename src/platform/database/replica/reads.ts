import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { Gauge, type Registry } from 'prom-client'
import { runWithin, WaitLimit } from '#platform/database/wait-limit.ts'
import { type Logger, messageOf } from '#platform/log.ts'
import type { Database } from '#platform/postgres.ts'
import { createStaleness } from './staleness.ts'

const lookEvery = 1_000
const lookWithin = 900

interface ReadsOptions {
  /** The connections to the replica. */
  replica: pg.Pool
  /** Those of the primary, and one for checks. */
  primary: { pool: pg.Pool; checks: Database }
  /** The most seconds by which the replica may lag behind. */
  mostLag: number
  log: Logger
  registry: Registry
}

/** Heavy reads that may show what was true some seconds ago. */
export interface Reads {
  /** The replica; the primary while that is away, lags too much or is none. */
  db: Database
  /** Whether the replica is used now. */
  isReplicaUsed(): boolean
  close(): Promise<void>
}

type OnConnect = (error: Error | undefined, client: pg.PoolClient | undefined, done: () => void) => void

/** A pool without connections of its own. */
class ChoosingPool extends pg.Pool {
  readonly #choose: () => Promise<pg.PoolClient>

  constructor(choose: () => Promise<pg.PoolClient>) {
    super()
    this.#choose = choose
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: OnConnect): void
  override connect(callback?: OnConnect): Promise<pg.PoolClient> | undefined {
    const connecting = this.#choose()
    if (!callback) return connecting
    connecting.then(
      (client) => callback(undefined, client, client.release),
      (error) => callback(error, undefined, () => {}),
    )
  }
}

/** Chooses between replica and primary for each use, by what a look at both tells once a second. */
export function createReads({ replica, primary, mostLag, log, registry }: ReadsOptions): Reads {
  const staleness = createStaleness()
  const replicaDb = drizzle({ client: replica })
  /** Why the replica is not used; undefined while it is. */
  let reason: string | undefined = 'it was not asked yet'
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  function note(next: string | undefined): void {
    if (isClosed || next === reason) return
    if (next === undefined) log.info('figures and exports are read from the replica')
    else if (reason === undefined || reason === 'it was not asked yet')
      log.warn(
        { reason: next },
        'the replica is not used; figures and exports are read from the database itself',
      )
    reason = next
  }

  async function look(): Promise<void> {
    const at = performance.now()
    const written = await readServer(primary.checks)
    staleness.noteWritten(written.position, at)
    const shown = await readServer(replicaDb)
    if (shown.identity !== written.identity || !shown.isReplica) {
      staleness.forget()
      return note('DATABASE_READ_URL names no replica of that database')
    }
    staleness.noteReplayed(shown.position)
    note(isFresh() ? undefined : `it lags more than ${mostLag} s behind`)
  }

  function isFresh(): boolean {
    const age = staleness.at(performance.now())
    return age !== undefined && age <= mostLag * 1_000
  }

  const isUsed = () => reason === undefined && isFresh()

  async function start(): Promise<void> {
    await runWithin(new WaitLimit(lookWithin), look).catch((error) => note(messageOf(error)))
    if (!isClosed) timer = setTimeout(start, lookEvery).unref()
  }

  async function choose(): Promise<pg.PoolClient> {
    if (!isUsed()) return primary.pool.connect()
    try {
      return await replica.connect()
    } catch (error) {
      note(messageOf(error))
      return primary.pool.connect()
    }
  }

  measure(registry, { isUsed, age: () => staleness.at(performance.now()) })
  const started = start()
  const pool = new ChoosingPool(choose)
  return {
    db: drizzle({ client: pool }),
    isReplicaUsed: isUsed,
    async close() {
      isClosed = true
      await started
      clearTimeout(timer)
      await Promise.all([pool.end(), replica.end()])
    },
  }
}

/** What a server has written, or replayed if it is a replica, and which database it is. */
async function readServer(db: Database) {
  const { rows } = await db.execute<{ replica: boolean; position: string; identity: string }>(
    sql`SELECT pg_is_in_recovery() AS replica, current_database() || ' ' || system_identifier AS identity,
          pg_wal_lsn_diff(CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_lsn() END, '0/0') AS position
        FROM pg_control_system()`,
  )
  const { replica: isReplica = false, position = '0', identity = '' } = rows[0] ?? {}
  return { isReplica, position: Number(position), identity }
}

function measure(
  registry: Registry,
  { isUsed, age }: { isUsed(): boolean; age(): number | undefined },
): void {
  new Gauge({
    name: 'database_replica_used',
    help: 'Whether figures and exports are read from the replica: 1 or 0',
    registers: [registry],
    collect() {
      this.set(isUsed() ? 1 : 0)
    },
  })
  new Gauge({
    name: 'database_replica_lag_seconds',
    help: 'How old what the replica shows can be at most; absent while that is not known',
    registers: [registry],
    collect() {
      const milliseconds = age()
      if (milliseconds === undefined) this.remove()
      else this.set(milliseconds / 1_000)
    },
  })
}
