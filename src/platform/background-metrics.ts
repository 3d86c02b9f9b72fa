import { Gauge, type Registry } from 'prom-client'
import { runWithin, WaitLimit } from '#platform/database/wait-limit.ts'
import type { JobCounts } from './failed-jobs.ts'
import type { Polling } from './poller.ts'

/** How long the database may take, since the caller reads other metrics too. */
const readLimitMs = 1_000
/** For so long counts are used again, so that several metrics are one query. */
const freshMs = 1_000

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
  let counting: Promise<JobCounts | undefined> | undefined
  let countedAt = Number.NEGATIVE_INFINITY
  function count() {
    if (performance.now() - countedAt > freshMs) {
      countedAt = performance.now()
      counting = runWithin(new WaitLimit(readLimitMs), countJobs).catch(() => undefined)
    }
    return counting
  }
  const addGauge = (name: string, help: string, find: (counts: JobCounts) => number) =>
    new Gauge({
      ...{ name, help, registers: [registry] },
      async collect() {
        const counts = await count()
        if (counts) this.set(find(counts))
        else this.remove()
      },
    })
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
