import { Counter, Histogram, type Registry } from 'prom-client'
import type { Clock } from '#platform/clock.ts'
import { createMetricReader } from '#platform/database/metric-reader.ts'
import { createGauges } from '#platform/gauges.ts'
import type { Database } from '#platform/postgres.ts'
import { createPurgeStore, type PurgeRow } from './store.ts'

/** Counts purges. */
export interface PurgeMetrics {
  /** Rows for which the cache was purged, for the first time or again. */
  notePurged(rows: readonly Pick<PurgeRow, 'createdAt' | 'purgedAt'>[], at: Date): void
  noteFailed(): void
}

interface PurgeMetricOptions {
  registry: Registry
  db: Database
  clock: Clock
}

/** Measures the purges of the cache in front of the product. */
export function measurePurges({ registry, db, clock }: PurgeMetricOptions): PurgeMetrics {
  const purges = new Counter({
    name: 'edge_purges_total',
    help: 'Purges of the cache in front of the site by this process, by their result: done or failed',
    labelNames: ['result'],
    registers: [registry],
  })
  const delay = new Histogram({
    name: 'edge_purge_delay_seconds',
    help: 'Time from a change until the cache in front of the site had been purged of it',
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 15, 60, 300, 3600],
    registers: [registry],
  })
  const addGauge = createGauges(registry, createMetricReader(createPurgeStore(db).readState))
  addGauge(
    'edge_purges_waiting',
    'Changes that the cache in front of the site has not been told of',
    ({ waiting }) => waiting,
  )
  addGauge(
    'edge_purges_oldest_seconds',
    'How long the oldest such change waits; 0 when there is none',
    ({ oldest }) => (oldest ? Math.max(0, (clock.now().getTime() - oldest.getTime()) / 1_000) : 0),
  )
  return {
    notePurged(rows, at) {
      purges.inc({ result: 'done' })
      for (const { createdAt, purgedAt } of rows)
        if (!purgedAt) delay.observe((at.getTime() - createdAt.getTime()) / 1_000)
    },
    noteFailed: () => purges.inc({ result: 'failed' }),
  }
}
