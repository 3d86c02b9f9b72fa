import { and, asc, count, eq, ilike, inArray, isNull, or, sql } from 'drizzle-orm'
import { containing } from '#platform/like-pattern.ts'
import type { Database } from '#platform/postgres.ts'
import { chunksOf, uniqueBy } from './chunks.ts'
import type { PageRowQuery, Severity } from './contract.ts'
import { type PageRow, seoDismissals, seoFindings, seoPages } from './table.ts'

const ofFinding = eq(seoDismissals.findingId, seoFindings.id)
const isOpen = and(isNull(seoFindings.goneAt), isNull(seoDismissals.findingId))

/** The queries on the pages as they were seen. Give it a transaction to make several of them one. */
export function createPageStore(db: Database) {
  return {
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
            // One parameter: a statement takes some ten thousand of them at most.
            sql`${seoPages.address} <> ALL (${sql.param(except)}::text[])`,
          ),
        )
    },
  }
}

/** The paths of pages that have a text in their address or title in some language. */
function pathsWith(db: Database, search: string) {
  const pattern = containing(search)
  return db
    .select({ path: seoPages.path })
    .from(seoPages)
    .where(or(ilike(seoPages.address, pattern), ilike(seoPages.title, pattern)))
}

const pathsWithFindings = (db: Database) =>
  db.select({ path: seoFindings.path }).from(seoFindings).leftJoin(seoDismissals, ofFinding).where(isOpen)

/** The queries of the panel on the pages as they were seen. */
export function createPageReportStore(db: Database) {
  return {
    /** A part of the list of pages, each with its rows of all languages. */
    async listPages({
      limit,
      offset,
      search,
      found,
    }: PageRowQuery): Promise<{ pages: PageRow[][]; total: number }> {
      const isAsked = and(
        search ? inArray(seoPages.path, pathsWith(db, search)) : undefined,
        found === 'true' ? inArray(seoPages.path, pathsWithFindings(db)) : undefined,
      )
      const [paths, [counted]] = await Promise.all([
        db
          .select({ path: seoPages.path })
          .from(seoPages)
          .where(isAsked)
          .groupBy(seoPages.path)
          .orderBy(sql`min(${seoPages.place})`, asc(seoPages.path))
          .limit(limit)
          .offset(offset),
        db
          .select({ total: sql<number>`count(DISTINCT ${seoPages.path})`.mapWith(Number) })
          .from(seoPages)
          .where(isAsked),
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
        .where(and(inArray(seoFindings.page, [...addresses]), isOpen))
        .groupBy(seoFindings.page, seoFindings.severity)
      for (const { page, severity, count } of rows) {
        const known = counts.get(page) ?? { error: 0, warning: 0 }
        counts.set(page, { ...known, [severity]: count })
      }
      return counts
    },
  }
}
