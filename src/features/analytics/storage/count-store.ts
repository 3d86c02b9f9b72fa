import { lt, sql } from 'drizzle-orm'
import { viewCounts } from '#features/analytics/table.ts'
import type { Database } from '#platform/postgres.ts'

// The advisory lock of those who count; any fixed number. Two at once would lock the same counts in different orders.
const countingLock = 7_203_651

/** The columns that describe a visit by its first view. */
const described = [
  ...['hour', 'page', 'language', 'source', 'device', 'country'],
  ...['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'],
]
const viewColumns = ['id', 'month', 'day', 'at', 'visitor', 'is_bot', ...described]

const list = (names: readonly string[], prefix = '') => sql.raw(names.map((name) => prefix + name).join(', '))
const hourText = sql.raw(`to_char(hour AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI"Z"')`)

/** The counting of views that have been taken. */
export function createCountStore(db: Database) {
  return {
    /** Waits until nobody else counts, until the transaction ends. */
    async lock(): Promise<void> {
      await db.execute(sql`SELECT pg_advisory_xact_lock(${countingLock})`)
    },

    /** The months of the views that wait. */
    async listMonths(): Promise<string[]> {
      const { rows } = await db.execute<{ month: string }>(
        sql`SELECT DISTINCT month::text AS month FROM analytics_view_queue`,
      )
      return rows.map(({ month }) => month)
    },

    /**
     * Moves up to `most` views from the queue to the views, adds them to the visits and the counts of their days, and
     * returns how many it has taken. A view whose id was counted before, in its month or the months beside it, is dropped.
     * A visit is described by its earliest view, so one that arrives late can move the visit to another value: the counts
     * are changed by the difference between the visit before and after.
     */
    async count(most: number): Promise<number> {
      const { rows } = await db.execute<{ taken: string }>(countStatement(most))
      return Number(rows[0]?.taken ?? 0)
    },

    async deleteBefore(day: string): Promise<void> {
      await db.delete(viewCounts).where(lt(viewCounts.day, day))
    },
  }
}

const countStatement = (most: number) => sql`
    WITH taken AS (
      DELETE FROM analytics_view_queue WHERE id IN (SELECT id FROM analytics_view_queue LIMIT ${most}) RETURNING *),
    stored AS (
      INSERT INTO analytics_views (${list(viewColumns)})
      SELECT ${list(viewColumns)} FROM taken
      WHERE NOT EXISTS (
        SELECT FROM analytics_views AS known WHERE known.id = taken.id
          AND known.month IN ((taken.month - interval '1 month')::date, (taken.month + interval '1 month')::date))
      ON CONFLICT (month, id) DO NOTHING
      RETURNING *),
    sums AS (
      SELECT month, visitor, count(*)::integer AS views, max(at) AS last_at, array_agg(DISTINCT page) AS pages
      FROM stored WHERE visitor IS NOT NULL GROUP BY month, visitor),
    firsts AS (
      SELECT DISTINCT ON (month, visitor) month, visitor, day, at, ${list(described)}
      FROM stored WHERE visitor IS NOT NULL ORDER BY month, visitor, at, id),
    earlier AS (
      SELECT visit.* FROM analytics_visits AS visit JOIN sums USING (month, visitor)),
    later AS (
      INSERT INTO analytics_visits AS visit (month, visitor, day, first_at, last_at, views, pages, ${list(described)})
      SELECT month, visitor, day, at, last_at, views, pages, ${list(described)}
      FROM firsts JOIN sums USING (month, visitor)
      ON CONFLICT (month, visitor) DO UPDATE SET
        last_at = greatest(visit.last_at, excluded.last_at),
        views = visit.views + excluded.views,
        pages = ARRAY(SELECT DISTINCT unnest(visit.pages || excluded.pages)),
        (first_at, ${list(described)}) = (
          SELECT first_at, ${list(described)}
          FROM (VALUES (visit.first_at, ${list(described, 'visit.')}),
            (excluded.first_at, ${list(described, 'excluded.')})) AS candidates (first_at, ${list(described)})
          ORDER BY first_at LIMIT 1)
      RETURNING visit.*),
    changed AS (
      SELECT *, 1 AS sign FROM later UNION ALL SELECT *, -1 FROM earlier),
    changes AS (
      SELECT day, change.* FROM changed CROSS JOIN LATERAL (
        VALUES ('all', '', 0, sign), ('hour', ${hourText}, 0, sign), ('entry', page, sign * views, sign),
          ('source', source, sign * views, sign), ('language', language, 0, sign),
          ('device', device, 0, sign), ('country', country, 0, sign),
          ('utm_source', utm_source, sign * views, sign), ('utm_medium', utm_medium, sign * views, sign),
          ('utm_campaign', utm_campaign, sign * views, sign), ('utm_term', utm_term, sign * views, sign),
          ('utm_content', utm_content, sign * views, sign)
        ) AS change (dimension, value, views, visits)
      UNION ALL SELECT day, 'page', unnest(pages), 0, sign FROM changed
      UNION ALL SELECT day, change.* FROM stored CROSS JOIN LATERAL (
        VALUES ('all', ''), ('hour', ${hourText}), ('page', page), ('language', language), ('device', device),
          ('country', country)
        ) AS seen (dimension, value) CROSS JOIN LATERAL (SELECT dimension, value, 1, 0) AS change
        WHERE NOT is_bot
      UNION ALL SELECT day, 'bots', '', 1, 0 FROM stored WHERE is_bot),
    counted AS (
      INSERT INTO analytics_counts AS known (day, dimension, value, views, visits)
      SELECT day, dimension, value, sum(views), sum(visits) FROM changes
      WHERE dimension NOT LIKE 'utm%' OR value <> ''
      GROUP BY day, dimension, value HAVING sum(views) <> 0 OR sum(visits) <> 0
      ORDER BY day, dimension, value
      ON CONFLICT (dimension, day, value) DO UPDATE SET
        views = known.views + excluded.views, visits = known.visits + excluded.visits)
    SELECT count(*) AS taken FROM taken`
