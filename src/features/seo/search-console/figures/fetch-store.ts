import { randomUUID } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import type { Failure } from '#features/seo/search-console/google/answers.ts'
import type { FigureRow } from '#features/seo/search-console/google/api.ts'
import type { Database } from '#platform/postgres.ts'

/** A fetch that this process has taken; everything that it stores needs the claim. */
export interface TakenFetch {
  claim: string
  property: string
  totalsAt: Date | null
  failures: number
}

export type Detail = 'page' | 'query'

const at = (time: Date) => sql`${time.toISOString()}::timestamptz`
// A process that has not said for so long that it fetches counts as dead, by the clock of the database alone.
const isFree = sql`(taken_at IS NULL OR taken_at < now() - interval '120 seconds')`
const isDue = (now: Date, fingerprint: string) =>
  sql`(due_at IS NULL OR due_at <= ${at(now)} OR (failed_for IS NOT NULL AND failed_for <> ${fingerprint}))`

/** The queries of whoever fetches figures. */
export function createFetchStore(db: Database) {
  const hold = async (transaction: Database, { claim }: TakenFetch): Promise<boolean> =>
    (
      await transaction.execute<{ id: number }>(
        sql`UPDATE seo_search_fetch SET taken_at = now() WHERE claim = ${claim} RETURNING id`,
      )
    ).rows.length > 0

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

    /** Begins anew for another property, whose figures are others. */
    forgetOthers: (taken: TakenFetch, property: string): Promise<void> =>
      db.transaction(async (transaction) => {
        if (!(await hold(transaction, taken))) return
        await transaction.execute(sql`DELETE FROM seo_search_days`)
        await transaction.execute(
          sql`UPDATE seo_search_fetch SET property = ${property}, totals_at = NULL, fetched_at = NULL`,
        )
      }),

    /** Replaces the days from one to another, whose pages and queries are to be fetched then; those known stay until they are. Returns whether it still may. */
    replaceDays: (
      taken: TakenFetch,
      { from, to, rows, now }: { from: string; to: string; rows: readonly FigureRow[]; now: Date },
    ): Promise<boolean> =>
      db.transaction(async (transaction) => {
        if (!(await hold(transaction, taken))) return false
        const given = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
          AS given (key text, clicks integer, impressions integer, position float8)`
        await transaction.execute(sql`
          DELETE FROM seo_search_days WHERE day BETWEEN ${from}::date AND ${to}::date
            AND NOT EXISTS (SELECT FROM ${given} WHERE key::date = day)`)
        await transaction.execute(sql`
          INSERT INTO seo_search_days (day, clicks, impressions, position)
          SELECT DISTINCT ON (key) key::date, clicks, impressions, position FROM ${given}
          ON CONFLICT (day) DO UPDATE SET clicks = excluded.clicks, impressions = excluded.impressions,
            position = excluded.position, detailed_at = NULL`)
        await transaction.execute(sql`UPDATE seo_search_fetch SET totals_at = ${at(now)}`)
        return true
      }),

    async findNewest(): Promise<string | undefined> {
      const { rows } = await db.execute<{ day: string | null }>(
        sql`SELECT max(day)::text AS day FROM seo_search_days`,
      )
      return rows[0]?.day ?? undefined
    },

    /** The newest days whose pages and queries are to be fetched. */
    async listMissing(most: number): Promise<string[]> {
      const { rows } = await db.execute<{ day: string }>(sql`
        SELECT day::text FROM seo_search_days WHERE detailed_at IS NULL ORDER BY day DESC LIMIT ${most}`)
      return rows.map(({ day }) => day)
    },

    /** Replaces the pages and queries of a day. Returns whether it still may. */
    replaceDetails: (
      taken: TakenFetch,
      day: string,
      { rows, now }: { rows: Record<Detail, readonly FigureRow[]>; now: Date },
    ): Promise<boolean> =>
      db.transaction(async (transaction) => {
        if (!(await hold(transaction, taken))) return false
        const known = await transaction.execute<{ day: string }>(sql`
          UPDATE seo_search_days SET detailed_at = ${at(now)} WHERE day = ${day}::date RETURNING day`)
        if (known.rows.length === 0) return true
        await storeDetails(transaction, day, rows)
        return true
      }),

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

    /** Deletes the days before one. */
    async deleteBefore(day: string): Promise<void> {
      await db.execute(sql`DELETE FROM seo_search_days WHERE day < ${day}::date`)
    },
  }
}
export type FetchStore = ReturnType<typeof createFetchStore>

/** Texts that were cut and are equal then are counted together. */
async function storeDetails(
  transaction: Database,
  day: string,
  rows: Record<Detail, readonly FigureRow[]>,
): Promise<void> {
  const summed = (given: readonly FigureRow[]) => sql`
    SELECT ${day}::date, key, sum(clicks), sum(impressions),
      coalesce(sum(position * impressions) / nullif(sum(impressions), 0), 0)
    FROM jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      AS given (key text, clicks integer, impressions integer, position float8) GROUP BY key`
  await transaction.execute(sql`DELETE FROM seo_search_pages WHERE day = ${day}::date`)
  await transaction.execute(sql`DELETE FROM seo_search_queries WHERE day = ${day}::date`)
  await transaction.execute(
    sql`INSERT INTO seo_search_pages (day, page, clicks, impressions, position) ${summed(rows.page)}`,
  )
  await transaction.execute(
    sql`INSERT INTO seo_search_queries (day, query, clicks, impressions, position) ${summed(rows.query)}`,
  )
}
