import { and, asc, eq, inArray, isNotNull, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#platform/postgres.ts'
import { chunksOf, uniqueBy } from './chunks.ts'
import { type FindingRow, seoDismissals, seoFindings } from './table.ts'

export type NewFinding = Pick<
  FindingRow,
  'rule' | 'ruleNumber' | 'severity' | 'page' | 'path' | 'language' | 'subject' | 'variables' | 'repair'
>

const ofFinding = eq(seoDismissals.findingId, seoFindings.id)

/** The queries of a check on what it has found. Give it a transaction to make several of them one. */
export function createResultStore(db: Database) {
  return {
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
  }
}

/** The queries of a check on what others have found before. */
export function createKnownFindingStore(db: Database) {
  return {
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
  }
}
