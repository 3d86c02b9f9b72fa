import { Gauge, type Registry } from 'prom-client'
import { createMetricReader } from '#platform/database/metric-reader.ts'
import type { JobCounts } from './failed-jobs.ts'
import { createGauges } from './gauges.ts'
import type { Polling } from './poller.ts'

interface BackgroundMetricsOptions {
  polling: Pick<Polling, 'states'>
  countJobs(): Promise<JobCounts>
}

/** Measures pollers and jobs. What the database does not tell is absent. */
export function measureBackground(
  registry: Registry,
  { polling, countJobs }: BackgroundMetricsOptions,
): void {
  new Gauge({
    name: 'poller_failing',
    help: 'Whether the last poll for work in the background failed: 1 or 0, by what it polls for',
    labelNames: ['poller'],
    registers: [registry],
    collect() {
      for (const { name, isFailing } of polling.states()) this.set({ poller: name }, isFailing ? 1 : 0)
    },
  })
  const addGauge = createGauges(registry, createMetricReader(countJobs))
  addGauge(
    'jobs_waiting',
    'Jobs that are due and that no process has begun; absent while the database does not answer',
    ({ waiting }) => waiting,
  )
  addGauge(
    'jobs_failed',
    'Jobs that failed in all their attempts, and were not put back; absent while the database does not answer',
    ({ failed }) => failed,
  )
}
