import type { Registry } from 'prom-client'
import { createChainStore } from '#features/audit/chain/chain-store.ts'
import { createMetricReader } from '#platform/database/metric-reader.ts'
import { createGauges } from '#platform/gauges.ts'
import type { Database } from '#platform/postgres.ts'

/** Measures the audit log. */
export function measureAudit(registry: Registry, db: Database): void {
  const store = createChainStore(db)
  const read = async () => {
    const [head, unchained] = await Promise.all([store.getHead(), store.countUnchained()])
    return { ...head, unchained }
  }
  const gauge = createGauges(registry, createMetricReader(read))
  gauge('audit_entries_chained', 'Changes in the chain of the audit log', ({ position }) => position)
  gauge('audit_entries_unchained', 'Changes that wait to be chained', ({ unchained }) => unchained)
  gauge(
    'audit_log_broken',
    '1 when the last check found an entry that was changed or removed',
    ({ brokenAt }) => (brokenAt === null ? 0 : 1),
  )
}
