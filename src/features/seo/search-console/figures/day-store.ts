import { sql } from 'drizzle-orm'
import type { FigureRow } from '#features/seo/search-console/google/api.ts'
import type { Database } from '#platform/postgres.ts'
import type { TakenFetch } from './fetch-store.ts'

export type Detail = 'page' | 'query'

const at = (time: Date) => sql`${time.toISOString()}::timestamptz`

/** Says that this process still fetches. Returns whether it does. */
async function hold(transaction: Database, { claim }: TakenFetch): Promise<boolean> {
  const { rows } = await transaction.execute<{ id: number }>(
    sql`UPDATE seo_search_fetch SET taken_at = now() WHERE claim = ${claim} RETURNING id`,
  )
  return rows.length > 0
}

/** The queries on the figures of days. */
export function createDayStore(db: Database) {
  return {
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

    /** Deletes the days before one. */
    async deleteBefore(day: string): Promise<void> {
      await db.execute(sql`DELETE FROM seo_search_days WHERE day < ${day}::date`)
    },
  }
}

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
