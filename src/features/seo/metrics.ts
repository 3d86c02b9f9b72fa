import type { Registry } from 'prom-client'
import type { Clock } from '#platform/clock.ts'
import { createMetricReader } from '#platform/database/metric-reader.ts'
import { createGauges, createLabelledGauges } from '#platform/gauges.ts'
import type { Database } from '#platform/postgres.ts'
import { readSeoState } from './metric-store.ts'

interface SeoMetricsOptions {
  registry: Registry
  db: Database
  clock: Clock
}

/** Measures the checks of the site and the submission to search engines. What is unknown is absent. */
export function measureSeo({ registry, db, clock }: SeoMetricsOptions): void {
  const read = createMetricReader(() => readSeoState(db, clock.now()))
  createLabelledGauges(registry, 'severity', read)(
    'site_findings',
    'Findings in the pages of the site that are neither gone nor dismissed',
    ({ findings }) => findings,
  )
  const gaugeOfCheck = createGauges(registry, async () => (await read())?.check)
  gaugeOfCheck(
    'site_check_age_seconds',
    'Time since all pages of the site were last checked',
    ({ ageSeconds }) => ageSeconds,
  )
  gaugeOfCheck(
    'site_check_duration_seconds',
    'How long the last check of all pages took',
    ({ durationSeconds }) => durationSeconds,
  )
  const gaugeByEngine = createLabelledGauges(registry, 'engine', async () => (await read())?.engines)
  gaugeByEngine(
    'submissions_waiting',
    'Addresses that are to be submitted to a search engine, now or later',
    (engines) => engines.map(([engine, { waiting }]) => [engine, waiting]),
  )
  gaugeByEngine(
    'submissions_oldest_due_seconds',
    'Since when the address that has waited longest should have been submitted; 0 when none is due',
    (engines) => engines.map(([engine, { oldestDueSeconds }]) => [engine, oldestDueSeconds]),
  )
  gaugeByEngine(
    'submissions_failing',
    'Whether a search engine does not take what it is sent: 1 or 0',
    (engines) => engines.map(([engine, { isFailing }]) => [engine, isFailing ? 1 : 0]),
  )
}
