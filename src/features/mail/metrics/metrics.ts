import type {
  Funnel,
  MailMetrics,
  MailTotals,
  MetricsPart,
  MetricsQuery,
  TrackingRange,
} from '#features/mail/contract.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import { addDays, type Days, listDays } from '#shared/time/days.ts'
import { createMetricsStore, type Dimension, type Events } from './metrics-store.ts'

export interface MetricsOptions {
  db: Database
  clock: Clock
  nameCampaigns: (ids: string[]) => Promise<Map<string, string>>
}

/** The metrics of mails, from the counts by day, so that the cost does not depend on the number of mails. */
export function createMailMetrics({ db, clock, nameCampaigns }: MetricsOptions) {
  const store = createMetricsStore(db)

  return {
    async read(query: MetricsQuery): Promise<MailMetrics> {
      const { from, to } = periodOf(query, clock.now())
      const counts = await store.read({ ...query, from, to })
      const byDay = counts('day')
      const names = await nameCampaigns([...counts('campaign').keys()].filter(Boolean))
      const partsOf = (dimension: Dimension): MetricsPart[] =>
        [...counts(dimension)]
          .filter(([key]) => key !== '')
          .map(([key, events]) => ({ key, name: names.get(key) ?? null, funnel: funnelOf(events) }))
          .sort((a, b) => b.funnel.sent - a.funnel.sent || (a.key < b.key ? -1 : 1))
      return {
        from,
        to,
        funnel: funnelOf(counts().get('') ?? new Map()),
        days: listDays({ from, to }).map((day) => ({ day, ...totalsOf(byDay.get(day) ?? new Map()) })),
        campaigns: partsOf('campaign'),
        kinds: partsOf('kind'),
        languages: partsOf('language'),
        segments: partsOf('segment'),
      }
    },
  }
}
export type MetricsOfMail = ReturnType<typeof createMailMetrics>

function periodOf({ days, from, to }: MetricsQuery, now: Date): Days {
  if (from !== undefined && to !== undefined) return { from, to }
  const today = now.toISOString().slice(0, 10)
  return { from: addDays(today, 1 - days), to: today }
}

function totalsOf(events: Events): MailTotals {
  const count = (event: string) => events.get(event) ?? 0
  const [sent, bounced] = [count('sent'), count('bounced')]
  return {
    queued: count('queued'),
    sent,
    // A mail can bounce after the last day of the period, or have been sent before the first.
    delivered: Math.max(0, sent - bounced),
    outbox: count('outbox'),
    failed: count('failed'),
    bounced,
    suppressed: count('suppressed'),
    unsubscribed: count('unsubscribed'),
    opened: rangeOf('open', count),
    clicked: rangeOf('click', count),
  }
}

function rangeOf(kind: 'open' | 'click', count: (event: string) => number): TrackingRange {
  const [people, proxies] = [count(`${kind}:human`), count(`${kind}:privacy_proxy`)]
  return {
    at_least: people,
    at_most: people + proxies + count(`${kind}:unknown`),
    proxies,
    scanners: count(`${kind}:scanner`),
  }
}

function funnelOf(events: Events): Funnel {
  const totals = totalsOf(events)
  const { sent, delivered } = totals
  const range = ({ at_least, at_most }: TrackingRange) => ({
    at_least: percentage(at_least, delivered),
    at_most: percentage(at_most, delivered),
  })
  return {
    ...totals,
    rates: {
      delivered: percentage(delivered, sent),
      bounced: percentage(totals.bounced, sent),
      unsubscribed: percentage(totals.unsubscribed, delivered),
      opened: range(totals.opened),
      clicked: range(totals.clicked),
    },
  }
}

/** A percentage with two decimals; null when there are no mails. At most 100, since mails of earlier days are opened too. */
function percentage(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.min(100, Math.round((part / whole) * 10_000) / 100)
}
