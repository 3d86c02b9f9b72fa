import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import { Problem } from '#shared/problem.ts'
import type { FindNames } from '#shared/user.ts'
import { createCheckStore } from './check-store.ts'
import type { FindingGroup, FindingQuery, GroupQuery, SeoCheck, SeoChecks, SeoFinding } from './contract.ts'
import { createFindingStore, type ListedFinding } from './finding-store.ts'
import type { CheckRow } from './table.ts'

export interface ReportOptions {
  db: Database
  clock: Clock
  findNames: FindNames
}

/** What checks have found, for the panel. */
export function createCheckReports({ db, clock, findNames }: ReportOptions) {
  const checks = createCheckStore(db)
  const findings = createFindingStore(db)

  async function nameAll(ids: readonly (string | null | undefined)[]) {
    const names = await findNames(ids.flatMap((id) => id ?? []))
    return (id: string | null) => (id === null ? null : (names.get(id) ?? null))
  }

  /** Changes a finding in one transaction, and returns it as it is then. @throws {Problem} 404 */
  async function change(id: string, work: (transaction: Database, finding: ListedFinding) => Promise<void>) {
    await db.transaction(async (transaction) => {
      const finding = await createFindingStore(transaction).find(id)
      if (!finding) throw new Problem('finding_not_found', 404)
      await work(transaction, finding)
    })
    const changed = await findings.find(id)
    if (!changed) throw new Problem('finding_not_found', 404)
    const { lastFull, last } = await checks.findLatest()
    return toFinding(changed, {
      nameOf: await nameAll([changed.dismissedBy]),
      newest: [last?.id, lastFull?.id],
    })
  }

  return {
    async describeCheck(row: CheckRow): Promise<SeoCheck> {
      return toCheck(row, await nameAll([row.askedBy]))
    },

    async readChecks(): Promise<SeoChecks> {
      const { current, last, lastFull } = await checks.findLatest()
      const nameOf = await nameAll([current?.askedBy, last?.askedBy, lastFull?.askedBy])
      const describe = (row: CheckRow | undefined) => (row ? toCheck(row, nameOf) : null)
      return { current: describe(current), last: describe(last), last_full: describe(lastFull) }
    },

    async listFindings(query: FindingQuery): Promise<{ items: SeoFinding[]; total: number }> {
      const { items, total } = await findings.list(query)
      const { last, lastFull } = await checks.findLatest()
      const nameOf = await nameAll(items.map(({ dismissedBy }) => dismissedBy))
      return {
        items: items.map((one) => toFinding(one, { nameOf, newest: [last?.id, lastFull?.id] })),
        total,
      }
    },

    listGroups: (query: GroupQuery): Promise<FindingGroup[]> => findings.listGroups(query),

    dismiss: (id: string, { reason, userId }: { reason: string; userId: string }): Promise<SeoFinding> =>
      change(id, (transaction, { rule, page }) =>
        createFindingStore(transaction).dismiss({
          ...{ findingId: id, rule, page, reason },
          ...{ dismissedBy: userId, dismissedAt: clock.now() },
        }),
      ),

    restore: (id: string): Promise<SeoFinding> =>
      change(id, (transaction) => createFindingStore(transaction).restore(id)),
  }
}
export type CheckReports = ReturnType<typeof createCheckReports>

type NameOf = (id: string | null) => string | null

function toCheck(row: CheckRow, nameOf: NameOf): SeoCheck {
  return {
    ...{ id: row.id, kind: row.kind, cause: row.cause, asked_by: nameOf(row.askedBy), state: row.state },
    asked_at: row.askedAt.toISOString(),
    started_at: row.startedAt?.toISOString() ?? null,
    finished_at: row.finishedAt?.toISOString() ?? null,
    ...{
      pages_known: row.pagesKnown,
      pages_done: row.pagesDone,
      found_new: row.foundNew,
      found_gone: row.foundGone,
    },
    ...{ is_cut: row.isCut, failure: row.failure },
  }
}

function toFinding(
  row: ListedFinding,
  { nameOf, newest }: { nameOf: NameOf; newest: readonly (string | undefined)[] },
): SeoFinding {
  const status = row.goneAt ? 'gone' : row.dismissedAt ? 'dismissed' : 'open'
  return {
    ...{ id: row.id, rule: row.rule, severity: row.severity, status },
    ...{
      page: row.page,
      language: row.language,
      subject: row.subject,
      variables: row.variables,
      repair: row.repair,
    },
    first_seen: row.firstSeen.toISOString(),
    last_seen: row.lastSeen.toISOString(),
    is_new: newest.includes(row.firstCheck),
    gone_at: row.goneAt?.toISOString() ?? null,
    dismissed: row.dismissedAt && {
      ...{ reason: row.reason ?? '', by: nameOf(row.dismissedBy), at: row.dismissedAt.toISOString() },
    },
  }
}
