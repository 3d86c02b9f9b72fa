import { sql } from 'drizzle-orm'
import { type Severity, severities } from '#features/seo/prover/contract.ts'
import { type EngineName, engines } from '#features/seo/submission/contract.ts'
import type { Database } from '#platform/postgres.ts'

/** How the checks of the site and the submission to search engines go. */
export interface SeoState {
  /** Findings that are neither gone nor dismissed. */
  findings: [Severity, number][]
  /** The last check of all pages that was done; undefined before the first. */
  check: { ageSeconds: number; durationSeconds: number } | undefined
  engines: [EngineName, EngineLoad][]
}

interface EngineLoad {
  waiting: number
  /** For how long the address that has waited longest should have been sent. */
  oldestDueSeconds: number
  isFailing: boolean
}

/** Reads how the checks of the site and the submission to search engines go. */
export async function readSeoState(db: Database, now: Date): Promise<SeoState> {
  const at = sql`${now.toISOString()}::timestamptz`
  const seconds = (from: string, to = at) =>
    sql`greatest(0, extract(epoch FROM ${to} - ${sql.raw(from)}))::float8`
  const [findings, checks, loads] = await Promise.all([
    db.execute<{ severity: Severity; number: number }>(sql`
      SELECT severity, count(*)::integer AS number FROM seo_findings
      WHERE gone_at IS NULL AND NOT EXISTS (SELECT FROM seo_dismissals WHERE finding_id = seo_findings.id)
      GROUP BY severity`),
    db.execute<{ age: number; duration: number }>(sql`
      SELECT ${seconds('finished_at')} AS age, ${seconds('started_at', sql`finished_at`)} AS duration FROM seo_checks
      WHERE finished_at IS NOT NULL AND kind = 'full' AND state = 'done' ORDER BY finished_at DESC LIMIT 1`),
    db.execute<{ engine: EngineName; waiting: number; oldest: number; failing: boolean }>(sql`
      SELECT engine, coalesce(waiting, 0) AS waiting, coalesce(oldest, 0) AS oldest,
        failing_since IS NOT NULL AS failing
      FROM seo_engines FULL JOIN (
        SELECT engine, count(*)::integer AS waiting, ${seconds('min(due_at)')} AS oldest
        FROM seo_submissions WHERE state = 'waiting' GROUP BY engine
      ) open USING (engine)`),
  ])
  const [check] = checks.rows
  const countOf = (severity: Severity) => findings.rows.find((row) => row.severity === severity)?.number ?? 0
  const loadOf = (engine: EngineName): EngineLoad => {
    const row = loads.rows.find((one) => one.engine === engine)
    return {
      ...{ waiting: row?.waiting ?? 0, oldestDueSeconds: row?.oldest ?? 0, isFailing: row?.failing ?? false },
    }
  }
  return {
    findings: severities.map((severity) => [severity, countOf(severity)]),
    check: check && { ageSeconds: check.age, durationSeconds: check.duration },
    engines: engines.map((engine) => [engine, loadOf(engine)]),
  }
}
