import type { Registry } from 'prom-client'
import type { Clock } from '#platform/clock.ts'
import { createMetricReader } from '#platform/database/metric-reader.ts'
import { createGauges } from '#platform/gauges.ts'
import type { Database } from '#platform/postgres.ts'
import { readPublishingState } from './metric-store.ts'

/** Measures the publishing of posts. What is unknown is absent. */
export function measurePublishing({
  registry,
  db,
  clock,
}: {
  registry: Registry
  db: Database
  clock: Clock
}): void {
  const gauge = createGauges(
    registry,
    createMetricReader(() => readPublishingState(db, clock.now())),
  )
  gauge(
    'social_posts_oldest_due_seconds',
    'Since when the post that has waited longest should have been published; 0 when none is due',
    ({ oldestDueSeconds }) => oldestDueSeconds,
  )
  gauge('social_posts_failed', 'Posts about which a person has to decide', ({ failed }) => failed)
  gauge(
    'social_accounts_broken',
    'Accounts at social platforms that a person has to connect again',
    ({ brokenAccounts }) => brokenAccounts,
  )
}
