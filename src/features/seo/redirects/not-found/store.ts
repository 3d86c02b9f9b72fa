import { eq, lt, sql } from 'drizzle-orm'
import type { Database } from '#platform/postgres.ts'
import { mostPerDay } from './model.ts'
import { ignoredAddresses, missingAddresses } from './table.ts'

/** A missing address with its hits. */
export interface CountedAddress {
  path: string
  hits: number
  /** The last day with a hit. */
  lastDay: string
}

/** The queries on addresses at which there was nothing. */
export function createMissingStore(db: Database) {
  return {
    /** Adds numbers by path to a day, which has so many paths at most. */
    async add(day: string, counted: ReadonlyMap<string, number>): Promise<void> {
      const rows = JSON.stringify([...counted].map(([path, number]) => ({ path, number })))
      await db.transaction(async (transaction) => {
        await transaction.execute(sql`SELECT pg_advisory_xact_lock(hashtext('missing addresses'))`)
        await transaction.execute(sql`
          INSERT INTO ${missingAddresses} (path, day, hits)
          SELECT path, ${day}::date, number FROM (
            SELECT counted.path, counted.number,
              known.path IS NOT NULL AS is_known,
              row_number() OVER (PARTITION BY known.path IS NULL ORDER BY counted.number DESC, counted.path) AS place
            FROM jsonb_to_recordset(${rows}::jsonb) AS counted(path text, number int)
            LEFT JOIN ${missingAddresses} AS known ON known.path = counted.path AND known.day = ${day}::date
          ) AS placed
          WHERE is_known OR place <= ${mostPerDay} - (
            SELECT count(*) FROM ${missingAddresses} AS present WHERE present.day = ${day}::date)
          ON CONFLICT (path, day) DO UPDATE SET hits = ${missingAddresses}.hits + excluded.hits`)
      })
    },

    /** Addresses since a day, most hits first; those that are ignored, or the others. */
    async list({
      since,
      isIgnored,
      most,
    }: {
      since: string
      isIgnored: boolean
      most: number
    }): Promise<CountedAddress[]> {
      const { rows } = await db.execute<{ path: string; hits: string; last_day: string }>(sql`
        SELECT path, sum(hits) AS hits, to_char(max(day), 'YYYY-MM-DD') AS last_day
        FROM ${missingAddresses}
        WHERE day >= ${since}::date
          AND ${isIgnored ? sql`` : sql`NOT`} EXISTS (
            SELECT FROM ${ignoredAddresses} AS ignored WHERE ignored.path = ${missingAddresses}.path)
        GROUP BY path ORDER BY sum(hits) DESC, path LIMIT ${most}`)
      return rows.map(({ path, hits, last_day: lastDay }) => ({ path, hits: Number(hits), lastDay }))
    },

    /** Ignores an address; returns whether it is known. */
    async ignore(path: string, ignoredBy: string, ignoredAt: Date): Promise<boolean> {
      const known = await db
        .select({ path: missingAddresses.path })
        .from(missingAddresses)
        .where(eq(missingAddresses.path, path))
        .limit(1)
      if (known.length === 0) return false
      await db.insert(ignoredAddresses).values({ path, ignoredBy, ignoredAt }).onConflictDoNothing()
      return true
    },

    async stopIgnoring(path: string): Promise<void> {
      await db.delete(ignoredAddresses).where(eq(ignoredAddresses.path, path))
    },

    async deleteBefore(day: string): Promise<void> {
      await db.delete(missingAddresses).where(lt(missingAddresses.day, day))
    },

    /** Forgets that addresses were ignored which nobody has asked for since. */
    async deleteIgnoredBefore(moment: Date): Promise<void> {
      await db.delete(ignoredAddresses).where(
        sql`${ignoredAddresses.ignoredAt} < ${moment.toISOString()}::timestamptz AND NOT EXISTS (
          SELECT FROM ${missingAddresses} AS missing WHERE missing.path = ${ignoredAddresses.path})`,
      )
    },
  }
}
