import { and, count, desc, eq, lt, sql } from 'drizzle-orm'
import { containing } from '#platform/like-pattern.ts'
import type { Database } from '#platform/postgres.ts'
import type { EngineName, SitemapState, SubmissionQuery } from './contract.ts'
import { seoEngines, seoSubmissionCalls, seoSubmissionRuns, seoSubmissions } from './table.ts'

export type SubmissionRow = typeof seoSubmissions.$inferSelect
export type CallRow = typeof seoSubmissionCalls.$inferSelect
export type EngineRow = typeof seoEngines.$inferSelect

/** The queries on the ledger of what was submitted. */
export function createLedgerStore(db: Database) {
  return {
    /** A page of it, newest first, and how much there is. */
    async list({ engine, state, search, limit, offset }: SubmissionQuery) {
      const isWanted = and(
        engine && eq(seoSubmissions.engine, engine),
        state && eq(seoSubmissions.state, state),
        search ? sql`${seoSubmissions.address} ILIKE ${containing(search)}` : undefined,
      )
      const [rows, [total]] = await Promise.all([
        db
          .select()
          .from(seoSubmissions)
          .where(isWanted)
          .orderBy(desc(seoSubmissions.number))
          .limit(limit)
          .offset(offset),
        db.select({ all: count() }).from(seoSubmissions).where(isWanted),
      ])
      return { rows, total: total?.all ?? 0 }
    },

    /** The newest request to each engine of which the end is known. */
    listLastCalls: (): Promise<CallRow[]> =>
      db
        .selectDistinctOn([seoSubmissionCalls.engine])
        .from(seoSubmissionCalls)
        .where(sql`${seoSubmissionCalls.state} <> 'sending'`)
        .orderBy(seoSubmissionCalls.engine, desc(seoSubmissionCalls.id)),

    /** Stores what an engine says of the sitemap. */
    async noteSitemap(engine: EngineName, sitemap: SitemapState): Promise<void> {
      await db.update(seoEngines).set({ sitemap }).where(eq(seoEngines.engine, engine))
    },

    listEngines: (): Promise<EngineRow[]> => db.select().from(seoEngines),

    /** How much waits for each engine, or is being sent. */
    countWaiting: () =>
      db
        .select({ engine: seoSubmissions.engine, waiting: count() })
        .from(seoSubmissions)
        .where(sql`${seoSubmissions.state} IN ('waiting', 'sending')`)
        .groupBy(seoSubmissions.engine),

    /** Forgets that engines have accepted addresses a while ago, except those that are still there. */
    async forgetAccepted({ before, except }: { before: Date; except: readonly string[] }): Promise<void> {
      await db.execute(sql`
        DELETE FROM seo_accepted_changes accepted WHERE accepted_at < ${before.toISOString()}::timestamptz
          AND NOT EXISTS (SELECT FROM unnest(${sql.param(except)}::text[]) AS listed (address)
            WHERE listed.address = accepted.address)`)
    },

    /** Deletes what was submitted before a moment. What engines have accepted is still known, so that it is not submitted again. */
    async deleteBefore(moment: Date): Promise<void> {
      await db
        .delete(seoSubmissions)
        .where(and(lt(seoSubmissions.at, moment), sql`${seoSubmissions.state} NOT IN ('waiting', 'sending')`))
      await db
        .delete(seoSubmissionCalls)
        .where(and(lt(seoSubmissionCalls.sentAt, moment), sql`${seoSubmissionCalls.state} <> 'sending'`))
      await db
        .delete(seoSubmissionRuns)
        .where(and(lt(seoSubmissionRuns.startedAt, moment), sql`${seoSubmissionRuns.endedAt} IS NOT NULL`))
    },
  }
}
