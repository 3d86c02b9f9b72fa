import type { Registry } from 'prom-client'
import { createHeadStore } from '#features/ledger/reading/head-store.ts'
import { createMetricReader } from '#platform/database/metric-reader.ts'
import { createGauges } from '#platform/gauges.ts'
import type { Database } from '#platform/postgres.ts'

/** Measures the ledger. */
export function measureLedger(registry: Registry, db: Database): void {
  const store = createHeadStore(db)
  const read = async () => {
    const [head, waiting] = await Promise.all([store.getHead(), store.countQueued()])
    return { ...head, waiting }
  }
  const gauge = createGauges(registry, createMetricReader(read))
  gauge('ledger_leaves', 'Leaves of the ledger', ({ size }) => size)
  gauge('ledger_waiting', 'Entries that wait to be added to the ledger', ({ waiting }) => waiting)
  gauge('ledger_broken', '1 when the last check found a leaf that was changed or removed', ({ brokenAt }) =>
    brokenAt === null ? 0 : 1,
  )
}
