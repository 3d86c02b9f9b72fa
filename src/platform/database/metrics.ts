import { sql } from 'drizzle-orm'
import { Gauge, type Registry } from 'prom-client'
import { createGauges } from '#platform/gauges.ts'
import type { Database, Postgres } from '#platform/postgres.ts'
import { runWithin, WaitLimit } from './wait-limit.ts'

const sizeLimit = 1_000
const sizeEvery = 60_000

/** Measures how far the pools are used, and how large the database is. */
export function measureDatabase(registry: Registry, { pools, checks }: Postgres): void {
  const all = Object.entries(pools)
  new Gauge({
    name: 'database_connections',
    help: 'Open connections to the database, by pool and whether they are in use',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect() {
      for (const [pool, { totalCount, idleCount }] of all) {
        this.set({ pool, state: 'used' }, totalCount - idleCount)
        this.set({ pool, state: 'idle' }, idleCount)
      }
    },
  })
  new Gauge({
    name: 'database_connections_max',
    help: 'The most connections that a pool opens',
    labelNames: ['pool'],
    registers: [registry],
    collect() {
      for (const [pool, { options }] of all) this.set({ pool }, options.max)
    },
  })
  new Gauge({
    name: 'database_connection_waits',
    help: 'Uses that wait for a connection of a pool now',
    labelNames: ['pool'],
    registers: [registry],
    collect() {
      for (const [pool, { waitingCount }] of all) this.set({ pool }, waitingCount)
    },
  })
  createGauges(registry, createSizeReader(checks))(
    'database_size_bytes',
    'The size of the database; absent while it does not answer',
    (size) => size,
  )
}

/** Reads the size at most once a minute, since PostgreSQL looks at every file for it. */
function createSizeReader(db: Database): () => Promise<number | undefined> {
  let readAt = Number.NEGATIVE_INFINITY
  let size: number | undefined
  let reading: Promise<void> | undefined

  async function read(): Promise<void> {
    const { rows } = await db.execute<{ size: string }>(
      sql`SELECT pg_database_size(current_database()) AS size`,
    )
    size = Number(rows[0]?.size)
    readAt = performance.now()
  }

  return async () => {
    if (performance.now() - readAt < sizeEvery) return size
    size = undefined
    reading ??= runWithin(new WaitLimit(sizeLimit), read)
      .catch(() => {})
      .finally(() => {
        reading = undefined
      })
    await reading
    return size
  }
}
