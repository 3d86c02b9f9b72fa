import type { Registry } from 'prom-client'
import { createAnchorStore } from '#features/ledger/anchoring/anchor-store.ts'
import { formatCoins } from '#features/ledger/anchoring/coins.ts'
import { createSettlingStore } from '#features/ledger/anchoring/settling-store.ts'
import { spendingPeriod } from '#features/ledger/anchoring/spending.ts'
import { createStateStore } from '#features/ledger/anchoring/state-store.ts'
import { createHeadStore } from '#features/ledger/reading/head-store.ts'
import type { Clock } from '#platform/clock.ts'
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

/** Measures the anchors in a chain. */
export function measureAnchoring(registry: Registry, { db, clock }: { db: Database; clock: Clock }): void {
  const anchors = createAnchorStore(db)
  const states = createStateStore(db)
  const settling = createSettlingStore(db)
  const read = createMetricReader(async () => {
    const now = clock.now().getTime()
    const [[newest], state] = await Promise.all([anchors.list({ limit: 1, offset: 0 }), states.find()])
    const spent = state?.chainId ? await settling.sumSpent(state.chainId, new Date(now - spendingPeriod)) : 0n
    const at = newest?.anchor.blockAt
    return {
      ...{ size: newest?.anchor.size ?? 0, spent, fault: state?.fault ?? null },
      newest: at ? { age: (now - at.getTime()) / 1000 } : undefined,
    }
  })
  const gauge = createGauges(registry, read)
  const gaugeOfNewest = createGauges(registry, async () => (await read())?.newest)
  gauge('ledger_anchored', 'Leaves of the newest checkpoint that is final in the chain', ({ size }) => size)
  gaugeOfNewest('ledger_anchor_age_seconds', 'Seconds since the block of that checkpoint', ({ age }) => age)
  gauge('ledger_anchor_spent', 'What anchoring has cost in 30 days, in the coin of the chain', ({ spent }) =>
    Number(formatCoins(spent)),
  )
  gauge('ledger_anchor_fault', '1 while something hinders anchoring', ({ fault }) => (fault === null ? 0 : 1))
}
