import { type SQL, sql } from 'drizzle-orm'
import { dimensions, type VisitFilters } from '#features/analytics/contract.ts'
import { matches } from '#features/analytics/figures/filtered-store.ts'
import { addChanges } from '#features/analytics/storage/count-parts-store.ts'
import { eventChanges } from '#features/analytics/storage/event-count-store.ts'
import { changesOf, rebuiltVisits } from '#features/analytics/storage/view-count-store.ts'
import type { Database } from '#platform/postgres.ts'

/** How many visits and views a rule has taken out or put back. */
export interface Moved {
  visits: number
  views: number
}

const doersOf = (rows: string) =>
  sql.raw(`SELECT DISTINCT day, visitor, dimension, name FROM ${rows} WHERE visitor IS NOT NULL`)
const dimension = sql.raw(`CASE WHEN is_conversion THEN 'conversion' ELSE 'event' END AS dimension`)

/** Adds the changes of views and of events to the counts, and tells how much was moved. */
const moveAll = (sign: 1 | -1, visits: string) => sql`
  doers AS (${doersOf('happened')}),
  all_changes AS (SELECT * FROM changes UNION ALL ${eventChanges('happened', 'doers', sign)}),
  added AS (${addChanges('all_changes')} RETURNING 1)
  SELECT (SELECT count(*) FROM ${sql.raw(visits)})::integer AS visits, (SELECT count(*) FROM stored)::integer AS views`

/** The statements that take visits of bots out of the figures and put them back. Whoever uses it counts alone. */
export function createMoveStore(db: Database) {
  async function move(statement: SQL): Promise<Moved> {
    const { rows } = await db.execute<{ visits: number; views: number }>(statement)
    return rows[0] ?? { visits: 0, views: 0 }
  }

  return {
    /** Takes the visits of a day that have the values of a rule out of the figures: their views are views of bots from now on. */
    takeOut: (rule: string, filters: VisitFilters, day: string): Promise<Moved> =>
      move(sql`
        WITH found AS (
          DELETE FROM analytics_visits WHERE day = ${day} AND ${matches(filters, dimensions, 'visits')} RETURNING *),
        stored AS (
          UPDATE analytics_views AS view SET is_bot = true, bot_rule = ${rule} FROM found
          WHERE view.day = ${day} AND view.visitor = found.visitor AND NOT view.is_bot RETURNING view.*),
        happened AS (
          UPDATE analytics_events AS event SET bot_rule = ${rule} FROM found
          WHERE event.visitor = found.visitor AND event.day = ${day} AND event.bot_rule IS NULL RETURNING event.*, ${dimension}),
        differences AS (SELECT *, -1 AS sign FROM found),
        ${changesOf(sql`SELECT *, -1 AS sign FROM stored`, sql`SELECT *, 1 AS sign FROM stored`)},
        ${moveAll(-1, 'found')}`),

    /** Puts back what a rule has taken out of a day. */
    putBack: (rule: string, day: string): Promise<Moved> =>
      move(sql`
        WITH stored AS (
          UPDATE analytics_views SET is_bot = false, bot_rule = NULL WHERE bot_rule = ${rule} AND day = ${day} RETURNING *),
        happened AS (
          UPDATE analytics_events SET bot_rule = NULL WHERE bot_rule = ${rule} AND day = ${day} RETURNING *, ${dimension}),
        ${rebuiltVisits},
        ${changesOf(sql`SELECT *, 1 AS sign FROM stored`, sql`SELECT *, -1 AS sign FROM stored`)},
        ${moveAll(1, 'later')}`),
  }
}
