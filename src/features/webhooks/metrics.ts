import type { Registry } from 'prom-client'
import { createMetricReader } from '#platform/database/metric-reader.ts'
import { createGauges } from '#platform/gauges.ts'
import type { Database } from '#platform/postgres.ts'
import { countTroubles } from './store.ts'

/** Measures what waits for receivers. */
export function measureWebhooks(registry: Registry, db: Database): void {
  const gauge = createGauges(
    registry,
    createMetricReader(() => countTroubles(db)),
  )
  gauge(
    'webhook_deliveries_waiting',
    'Events that are to be sent to webhooks, now or later',
    ({ waiting }) => waiting,
  )
  gauge('webhook_deliveries_failed', 'Events that were given up in the last 30 days', ({ failed }) => failed)
  gauge(
    'webhooks_failing',
    'Webhooks whose receivers accept nothing, those turned off for it included',
    ({ failing }) => failing,
  )
}
