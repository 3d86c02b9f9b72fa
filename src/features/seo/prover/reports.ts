import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import { Problem } from '#shared/problem.ts'
import type { FindNames } from '#shared/user.ts'
import { createCheckStore } from './check-store.ts'
import type {
  CheckedPage,
  FileHealth,
  FindingGroup,
  FindingQuery,
  GroupQuery,
  PageRow,
  SeoCheck,
  SeoChecks,
  SeoFinding,
  SeoHealth,
} from './contract.ts'
import { readSitemaps } from './crawl/crawl.ts'
import type { AskSite } from './crawl/requests.ts'
import { readRobots } from './crawl/robots-file.ts'
import { createFindingStore, type ListedFinding } from './finding-store.ts'
import { countCharacters, descriptionWidth, measureText, titleWidth } from './model.ts'
import type { CheckRow, PageRow as StoredPage } from './table.ts'

export interface ReportOptions {
  db: Database
  clock: Clock
  publicUrl: string
  ask: AskSite
  hasSitemap(): boolean
  findNames: FindNames
}

/** What checks have found, for the panel. */
export function createCheckReports({ db, clock, publicUrl, ask, hasSitemap, findNames }: ReportOptions) {
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

    /** Whether the sitemap and robots.txt are served now. */
    async readHealth(): Promise<SeoHealth> {
      const [sitemap, robots] = await Promise.all([
        readSitemaps({ ask, publicUrl, hasSitemap: hasSitemap() }),
        readRobots({ ask, publicUrl }),
      ])
      const robotsReason = findRobotsFault(robots, sitemap.state)
      return {
        sitemap: {
          ...{
            path: '/sitemap.xml',
            state: sitemap.state,
            reason: sitemap.reason ?? null,
            status: sitemap.status,
          },
          addresses: sitemap.entries.size,
        },
        robots: {
          ...{ path: '/robots.txt', state: robotsReason ? 'error' : 'working', reason: robotsReason ?? null },
          ...{ status: robots.status, addresses: null },
        },
      }
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

    async listPages(query: { limit: number; offset: number }): Promise<{ items: PageRow[]; total: number }> {
      const { pages, total } = await findings.listPages(query)
      const counts = await findings.countFindings(pages.flat().map(({ address }) => address))
      const items = pages.flatMap((rows) => {
        const [first] = rows
        if (!first) return []
        const languages = rows.map((row): CheckedPage => {
          const { error: errors, warning: warnings } = counts.get(row.address) ?? { error: 0, warning: 0 }
          return { ...toPage(row), errors, warnings }
        })
        return [{ path: first.path, languages }]
      })
      return { items, total }
    },

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

function findRobotsFault(
  { state, namesSitemap, allows }: Awaited<ReturnType<typeof readRobots>>,
  sitemap: string,
): FileHealth['reason'] | undefined {
  if (state === 'error') return 'status'
  if (!allows('/')) return 'blocks_all'
  return sitemap === 'working' && !namesSitemap ? 'no_sitemap' : undefined
}

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

function toPage(row: StoredPage): Omit<CheckedPage, 'errors' | 'warnings'> {
  const measure = (text: string, letter: number) => ({
    ...{ text: text || null, characters: countCharacters(text), pixels: measureText(text, letter) },
  })
  return {
    ...{ language: row.language, address: row.address, status: row.status, indexing: row.indexing },
    title: measure(row.title, titleWidth.letter),
    description: measure(row.description, descriptionWidth.letter),
    ...{ has_picture: row.hasPicture, types: row.types, checked_at: row.checkedAt.toISOString() },
  }
}
