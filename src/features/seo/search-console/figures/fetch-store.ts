import { randomUUID } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import type { Failure } from '#features/seo/search-console/google/answers.ts'
import type { Database } from '#platform/postgres.ts'

/** A fetch that this process has taken; everything that it stores needs the claim. */
export interface TakenFetch {
  claim: string
  property: string
  totalsAt: Date | null
  failures: number
}

const at = (time: Date) => sql`${time.toISOString()}::timestamptz`
// A process that has not said for so long that it fetches counts as dead, by the clock of the database alone.
const isFree = sql`(taken_at IS NULL OR taken_at < now() - interval '120 seconds')`
const isDue = (now: Date, fingerprint: string) =>
  sql`(due_at IS NULL OR due_at <= ${at(now)} OR (failed_for IS NOT NULL AND failed_for <> ${fingerprint}))`

/** The queries of whoever fetches figures. */
export function createFetchStore(db: Database) {
  return {
    never: sql`false`,
    hasWork: (now: Date, fingerprint: string): SQL =>
      sql`(EXISTS (SELECT FROM seo_search_fetch WHERE ${isDue(now, fingerprint)} AND ${isFree}))`,

    /** Takes the fetch that is due, unless another process has it. */
    async take(now: Date, fingerprint: string): Promise<TakenFetch | undefined> {
      const claim = randomUUID()
      const { rows } = await db.execute<{ property: string; totals: string | null; failures: number }>(sql`
        UPDATE seo_search_fetch SET claim = ${claim}, taken_at = now()
        WHERE ${isDue(now, fingerprint)} AND ${isFree}
        RETURNING property, totals_at AS totals, failures`)
      const [row] = rows
      if (!row) return undefined
      const { property, totals, failures } = row
      return { claim, property, failures, totalsAt: totals === null ? null : new Date(totals) }
    },

    /** Ends a fetch, which is due again then. */
    async finish(
      taken: TakenFetch,
      { dueAt, fetchedAt }: { dueAt: Date; fetchedAt: Date | undefined },
    ): Promise<void> {
      await db.execute(sql`
        UPDATE seo_search_fetch SET claim = NULL, taken_at = NULL, due_at = ${at(dueAt)}, failures = 0, failed_for = NULL,
          fetched_at = ${fetchedAt ? at(fetchedAt) : sql`fetched_at`},
          failed_at = NULL, status = NULL, fault = NULL, answer = ''
        WHERE claim = ${taken.claim}`)
    },

    /** Ends a fetch that Google has not answered, to be tried again then. */
    async fail(
      taken: TakenFetch,
      { status, fault, answer }: Failure,
      { now, dueAt, fingerprint }: { now: Date; dueAt: Date; fingerprint: string },
    ): Promise<void> {
      await db.execute(sql`
        UPDATE seo_search_fetch SET claim = NULL, taken_at = NULL, due_at = ${at(dueAt)}, failures = failures + 1,
          failed_for = ${fingerprint}, failed_at = ${at(now)}, status = ${status}, fault = ${fault}, answer = ${answer}
        WHERE claim = ${taken.claim}`)
    },

    /** Gives a fetch back, for whoever takes it next. */
    async release({ claim }: TakenFetch): Promise<void> {
      await db.execute(sql`UPDATE seo_search_fetch SET claim = NULL, taken_at = NULL WHERE claim = ${claim}`)
    },

    /** Has the figures fetched now, the last days again. */
    async ask(now: Date): Promise<void> {
      await db.execute(sql`UPDATE seo_search_fetch SET due_at = ${at(now)}, totals_at = NULL`)
    },
  }
}
