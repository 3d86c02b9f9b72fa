import { and, asc, count, eq, isNotNull, isNull, type SQL } from 'drizzle-orm'
import type { Database } from '#platform/postgres.ts'
import type { FindingQuery, GroupQuery } from './contract.ts'
import { type FindingRow, seoDismissals, seoFindings } from './table.ts'

export type ListedFinding = FindingRow & {
  reason: string | null
  dismissedBy: string | null
  dismissedAt: Date | null
}

function conditionOf({
  severity,
  language,
  status,
  path,
  rule,
}: GroupQuery & Pick<FindingQuery, 'rule'>): SQL | undefined {
  const states = {
    open: and(isNull(seoFindings.goneAt), isNull(seoDismissals.findingId)),
    dismissed: and(isNull(seoFindings.goneAt), isNotNull(seoDismissals.findingId)),
    gone: isNotNull(seoFindings.goneAt),
  }
  return and(
    states[status],
    severity && eq(seoFindings.severity, severity),
    language && eq(seoFindings.language, language),
    rule && eq(seoFindings.rule, rule),
    path === undefined ? undefined : eq(seoFindings.path, path),
  )
}

const ofFinding = eq(seoDismissals.findingId, seoFindings.id)
const listed = {
  finding: seoFindings,
  reason: seoDismissals.reason,
  dismissedBy: seoDismissals.dismissedBy,
  dismissedAt: seoDismissals.dismissedAt,
}

/** The queries on what checks have found, and on the pages as they were seen. Give it a transaction to make several of them one. */
export function createFindingStore(db: Database) {
  const select = () => db.select(listed).from(seoFindings).leftJoin(seoDismissals, ofFinding)
  const flatten = ({ finding, ...dismissal }: Awaited<ReturnType<typeof select>>[number]): ListedFinding => ({
    ...finding,
    ...dismissal,
  })

  return {
    async list(query: FindingQuery): Promise<{ items: ListedFinding[]; total: number }> {
      const where = conditionOf(query)
      const [rows, [counted]] = await Promise.all([
        select()
          .where(where)
          .orderBy(asc(seoFindings.ruleNumber), asc(seoFindings.page), asc(seoFindings.subject))
          .limit(query.limit)
          .offset(query.offset),
        db.select({ total: count() }).from(seoFindings).leftJoin(seoDismissals, ofFinding).where(where),
      ])
      return { items: rows.map(flatten), total: counted?.total ?? 0 }
    },

    /** How many findings each rule has, in the order of the rules. */
    listGroups: (query: GroupQuery) =>
      db
        .select({ rule: seoFindings.rule, severity: seoFindings.severity, count: count() })
        .from(seoFindings)
        .leftJoin(seoDismissals, ofFinding)
        .where(conditionOf(query))
        .groupBy(seoFindings.rule, seoFindings.severity, seoFindings.ruleNumber)
        .orderBy(asc(seoFindings.ruleNumber)),

    async find(id: string): Promise<ListedFinding | undefined> {
      const [row] = await select().where(eq(seoFindings.id, id))
      return row && flatten(row)
    },

    async dismiss(dismissal: typeof seoDismissals.$inferInsert): Promise<void> {
      const { findingId: _findingId, rule: _rule, page: _page, ...changes } = dismissal
      await db
        .insert(seoDismissals)
        .values(dismissal)
        .onConflictDoUpdate({ target: seoDismissals.findingId, set: changes })
    },

    async restore(findingId: string): Promise<void> {
      await db.delete(seoDismissals).where(eq(seoDismissals.findingId, findingId))
    },
  }
}
