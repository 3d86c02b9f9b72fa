import { and, asc, count, eq, inArray, isNotNull, isNull, ne, notInArray, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#platform/postgres.ts'
import type { FindingQuery, GroupQuery, Severity } from './contract.ts'
import { type FindingRow, type PageRow, seoDismissals, seoFindings, seoPages } from './table.ts'

export type NewFinding = Pick<
  FindingRow,
  'rule' | 'ruleNumber' | 'severity' | 'page' | 'path' | 'language' | 'subject' | 'variables' | 'repair'
>
export type ListedFinding = FindingRow & {
  reason: string | null
  dismissedBy: string | null
  dismissedAt: Date | null
}

const atOnce = 500

function* chunksOf<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let start = 0; start < items.length; start += atOnce) yield items.slice(start, start + atOnce)
}

/** Of several values for one key, the last one. */
const uniqueBy = <Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] => [
  ...new Map(items.map((item) => [keyOf(item), item])).values(),
]

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

    /** Stores what a check has found. What was gone and is there again counts as new. */
    async store(found: readonly NewFinding[], { check, now }: { check: string; now: Date }): Promise<void> {
      const unique = uniqueBy(found, ({ rule, page, subject }) => `${rule}\n${page}\n${subject}`)
      const seen = { lastSeen: now, lastCheck: check }
      for (const rows of chunksOf(unique))
        await db
          .insert(seoFindings)
          .values(rows.map((row) => ({ ...row, ...seen, firstSeen: now, firstCheck: check })))
          .onConflictDoUpdate({
            target: [seoFindings.rule, seoFindings.page, seoFindings.subject],
            set: {
              ...seen,
              severity: sql`excluded.severity`,
              variables: sql`excluded.variables`,
              repair: sql`excluded.repair`,
              ruleNumber: sql`excluded.rule_number`,
              firstSeen: sql`CASE WHEN ${seoFindings.goneAt} IS NULL THEN ${seoFindings.firstSeen} ELSE excluded.first_seen END`,
              firstCheck: sql`CASE WHEN ${seoFindings.goneAt} IS NULL THEN ${seoFindings.firstCheck} ELSE excluded.first_check END`,
              goneAt: null,
            },
          })
    },

    /** Keeps what is known of share pictures that a check has not asked for. */
    async keepUnasked(pages: readonly string[], check: string): Promise<void> {
      for (const some of chunksOf(pages))
        await db
          .update(seoFindings)
          .set({ lastCheck: check })
          .where(
            and(
              isNull(seoFindings.goneAt),
              eq(seoFindings.rule, 'picture_broken'),
              inArray(seoFindings.page, some),
            ),
          )
    },

    /** Marks what a check has not found again, of the pages that it has looked at; of all without `pages`. Returns how much. */
    async markGone({
      check,
      now,
      pages,
    }: {
      check: string
      now: Date
      pages?: readonly string[]
    }): Promise<number> {
      const isMissing = and(isNull(seoFindings.goneAt), ne(seoFindings.lastCheck, check))
      const mark = (where: SQL | undefined) =>
        db.update(seoFindings).set({ goneAt: now }).where(where).returning({ id: seoFindings.id })
      if (!pages) return (await mark(isMissing)).length
      let gone = 0
      for (const some of chunksOf(pages))
        gone += (await mark(and(isMissing, inArray(seoFindings.page, some)))).length
      return gone
    },

    /** What a check has found that was not there before and that nobody has dismissed, the worst first. */
    async listNew(check: string): Promise<Pick<FindingRow, 'rule' | 'severity' | 'page'>[]> {
      return db
        .select({ rule: seoFindings.rule, severity: seoFindings.severity, page: seoFindings.page })
        .from(seoFindings)
        .leftJoin(seoDismissals, ofFinding)
        .where(
          and(eq(seoFindings.firstCheck, check), isNull(seoFindings.goneAt), isNull(seoDismissals.findingId)),
        )
        .orderBy(asc(seoFindings.severity), asc(seoFindings.ruleNumber), asc(seoFindings.page))
    },

    /** Pages with an open finding that names one of these addresses, or of this rule. */
    async listRelated(addresses: readonly string[]): Promise<string[]> {
      const pages = new Set<string>()
      for (const some of chunksOf(addresses)) {
        const names = sql`(${inArray(seoFindings.subject, some)} OR ${inArray(sql`${seoFindings.variables} ->> 'twin'`, some)})`
        const rows = await db
          .select({ page: seoFindings.page })
          .from(seoFindings)
          .where(and(isNull(seoFindings.goneAt), isNotNull(seoFindings.language), names))
        for (const { page } of rows) pages.add(page)
      }
      return [...pages]
    },

    /** Pages whose share picture was not there when it was last asked for. */
    async listBrokenPictures(): Promise<string[]> {
      const rows = await db
        .select({ page: seoFindings.page })
        .from(seoFindings)
        .where(and(isNull(seoFindings.goneAt), eq(seoFindings.rule, 'picture_broken')))
      return rows.map(({ page }) => page)
    },

    /** Stores pages as they were seen. */
    async storePages(pages: readonly PageRow[]): Promise<void> {
      for (const rows of chunksOf(uniqueBy(pages, ({ address }) => address)))
        await db
          .insert(seoPages)
          .values(rows)
          .onConflictDoUpdate({
            target: seoPages.address,
            set: Object.fromEntries(
              [
                'place',
                'status',
                'indexing',
                'title',
                'description',
                'has_picture',
                'types',
                'version',
                'checked_at',
              ].map((name) => [
                name.replace(/_(.)/, (_, letter: string) => letter.toUpperCase()),
                sql.raw(`excluded.${name}`),
              ]),
            ),
          })
    },

    /** Forgets pages that are no longer there: those with these addresses, or all that were last seen before then. */
    async forgetPages(gone: { addresses: readonly string[] } | { seenBefore: Date }): Promise<void> {
      if ('seenBefore' in gone) {
        await db
          .delete(seoPages)
          .where(sql`${seoPages.checkedAt} < ${gone.seenBefore.toISOString()}::timestamptz`)
        return
      }
      for (const some of chunksOf(gone.addresses))
        await db.delete(seoPages).where(inArray(seoPages.address, some))
    },

    /** Titles and descriptions of pages that may be listed, except these. */
    async listTexts(except: readonly string[]) {
      return db
        .select({
          ...{ address: seoPages.address, language: seoPages.language },
          ...{ title: seoPages.title, description: seoPages.description },
        })
        .from(seoPages)
        .where(
          and(
            eq(seoPages.indexing, 'indexable'),
            except.length > 0 ? notInArray(seoPages.address, [...except]) : undefined,
          ),
        )
    },

    /** A part of the list of pages, each with its rows of all languages. */
    async listPages({
      limit,
      offset,
    }: {
      limit: number
      offset: number
    }): Promise<{ pages: PageRow[][]; total: number }> {
      const [paths, [counted]] = await Promise.all([
        db
          .select({ path: seoPages.path })
          .from(seoPages)
          .groupBy(seoPages.path)
          .orderBy(sql`min(${seoPages.place})`, asc(seoPages.path))
          .limit(limit)
          .offset(offset),
        db.select({ total: sql<number>`count(DISTINCT ${seoPages.path})`.mapWith(Number) }).from(seoPages),
      ])
      const names = paths.map(({ path }) => path)
      const rows =
        names.length === 0 ? [] : await db.select().from(seoPages).where(inArray(seoPages.path, names))
      const byPath = Map.groupBy(rows, ({ path }) => path)
      return { pages: names.map((path) => byPath.get(path) ?? []), total: counted?.total ?? 0 }
    },

    /** How many open findings pages have, by address. */
    async countFindings(addresses: readonly string[]): Promise<Map<string, Record<Severity, number>>> {
      const counts = new Map<string, Record<Severity, number>>()
      if (addresses.length === 0) return counts
      const rows = await db
        .select({ page: seoFindings.page, severity: seoFindings.severity, count: count() })
        .from(seoFindings)
        .leftJoin(seoDismissals, ofFinding)
        .where(
          and(
            inArray(seoFindings.page, [...addresses]),
            isNull(seoFindings.goneAt),
            isNull(seoDismissals.findingId),
          ),
        )
        .groupBy(seoFindings.page, seoFindings.severity)
      for (const { page, severity, count } of rows) {
        const known = counts.get(page) ?? { error: 0, warning: 0 }
        counts.set(page, { ...known, [severity]: count })
      }
      return counts
    },
  }
}
