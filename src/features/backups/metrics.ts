import type { Registry } from 'prom-client'
import type { Clock } from '#platform/clock.ts'
import { createMetricReader } from '#platform/database/metric-reader.ts'
import { createGauges } from '#platform/gauges.ts'
import type { BackupStore } from './store.ts'

interface MeasuredBackups {
  registry: Registry
  store: Pick<BackupStore, 'findLastProven' | 'countRecentFailures'>
  clock: Clock
}

const week = 7 * 86_400_000

/** Measures backups. What is unknown is absent, such as the time of a first one that there is not yet. */
export function measureBackups({ registry, store, clock }: MeasuredBackups): void {
  const readLast = createMetricReader(() => store.findLastProven())
  const last = createGauges(registry, readLast)
  last(
    'backup_last_success_timestamp_seconds',
    'When the last backup was made that is proven and still there; absent where there is none',
    ({ createdAt }) => createdAt.getTime() / 1000,
  )
  last('backup_last_success_age_seconds', 'How old that backup is', ({ createdAt }) =>
    Math.max(0, (clock.now().getTime() - createdAt.getTime()) / 1000),
  )
  last('backup_last_success_size_bytes', 'Size of that backup', ({ size }) => size ?? 0)
  const recent = createGauges(
    registry,
    createMetricReader(() => store.countRecentFailures(new Date(clock.now().getTime() - week))),
  )
  recent('backup_failures', 'Backups of the last seven days that failed', (count) => count)
}
