import { Gauge, type Registry } from 'prom-client'
import { type QueueStateStore, queues } from '#features/mail/outbox/queue-state-store.ts'
import type { Clock } from '#platform/clock.ts'
import { createMetricReader } from '#platform/database/metric-reader.ts'
import { createGauges, createLabelledGauges } from '#platform/gauges.ts'

interface SenderMetricsOptions {
  registry: Registry
  clock: Clock
  store: QueueStateStore
  /** Whether the mail server can be reached; undefined while that is unknown or there is none. */
  isServerReachable(): boolean | undefined
}

/** Measures the queue of mails and the mail server. What is unknown is absent. */
export function measureSender({ registry, clock, store, isServerReachable }: SenderMetricsOptions): void {
  const read = createMetricReader(() => store.read(clock.now()))

  const gaugeByQueue = createLabelledGauges(registry, 'queue', read)
  gaugeByQueue(
    'mails_waiting',
    'Mails that are to be sent, now or later; absent while the database does not answer',
    (state) => queues.map((queue) => [queue, state[queue].waiting]),
  )
  gaugeByQueue(
    'mails_oldest_due_seconds',
    'Since when the mail that has waited longest is due, without those of paused campaigns; 0 when none is due',
    (state) => queues.map((queue) => [queue, state[queue].oldestDueSeconds]),
  )
  createGauges(registry, read)(
    'mails_failed',
    'Mails that were given up in the last 24 hours',
    ({ failed }) => failed,
  )
  new Gauge({
    name: 'mail_server_reachable',
    help: 'Whether the mail server accepts connections: 1 or 0; absent while unknown, and without a mail server',
    registers: [registry],
    collect() {
      const isReachable = isServerReachable()
      if (isReachable === undefined) this.remove()
      else this.set(isReachable ? 1 : 0)
    },
  })
}
