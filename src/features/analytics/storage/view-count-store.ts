import { type SQL, sql } from 'drizzle-orm'
import { views } from '#features/analytics/table.ts'
import { addChanges, crowdedDays, isNew, limited, list, queuedRows } from './count-parts-store.ts'

/** The columns that describe a visit by its first view; of some of them, anybody can make up values. */
const closed = ['hour', 'page', 'language', 'device', 'country']
const open = ['source', 'utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content']
const described = [...closed, ...open]
const own = ['id', 'month', 'day', 'at', 'visitor', 'is_bot']

const hourText = sql.raw(`to_char(hour AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI"Z"')`)

/** Builds the visits of the views of `stored` anew: `differences` has those visits before and after. */
export const rebuiltVisits = sql`
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
    differences AS (
      SELECT *, 1 AS sign FROM later UNION ALL SELECT *, -1 FROM earlier)`

/**
 * How the counts change, by the visits of `differences` and the views of people and of bots that are added. Negative numbers
 * of views take away.
 */
export const changesOf = (peopleViews: SQL, botViews: SQL): SQL => sql`
    alike AS (
      SELECT day, ${list(described)}, sum(sign) AS visits, sum(sign * views) AS views
      FROM differences GROUP BY day, ${list(described)}),
    seen AS (
      SELECT day, ${list(closed)}, sum(sign) AS views FROM (${peopleViews}) AS viewed GROUP BY day, ${list(closed)}),
    changes AS (
      SELECT day, change.* FROM alike CROSS JOIN LATERAL (
        VALUES ('all', '', 0, visits), ('hour', ${hourText}, 0, visits), ('entry', page, views, visits),
          ('source', source, views, visits), ('language', language, 0, visits),
          ('device', device, 0, visits), ('country', country, 0, visits),
          ('utm_source', utm_source, views, visits), ('utm_medium', utm_medium, views, visits),
          ('utm_campaign', utm_campaign, views, visits), ('utm_term', utm_term, views, visits),
          ('utm_content', utm_content, views, visits)
        ) AS change (dimension, value, views, visits)
        WHERE change.dimension NOT LIKE 'utm%' OR change.value <> ''
      UNION ALL SELECT day, 'page', unnest(pages), 0, sign FROM differences
      UNION ALL SELECT day, change.* FROM seen CROSS JOIN LATERAL (
        VALUES ('all', '', views, 0), ('hour', ${hourText}, views, 0), ('page', page, views, 0),
          ('language', language, views, 0), ('device', device, views, 0), ('country', country, views, 0)
        ) AS change (dimension, value, views, visits)
      UNION ALL SELECT day, 'bots', '', sum(sign), 0 FROM (${botViews}) AS botted GROUP BY day)`

/**
 * The statement that stores the views of a batch, and adds them to the visits and the counts. A view whose id is known is
 * dropped. A visit is described by its earliest view, so one that arrives late can move the visit to another value: the
 * counts are changed by the difference between the visit before and after.
 */
export const countViews = (batch: string): SQL => sql`
    WITH ${crowdedDays(open)},
    taken AS (
      SELECT ${list([...own, ...closed])}, ${sql.join(
        open.map((name) => sql`${limited(name, name)} AS ${list([name])}`),
        sql`, `,
      )}
      FROM (${queuedRows(batch, 'views', views, ['botRule'])}) AS item),
    stored AS (
      INSERT INTO analytics_views (${list([...own, ...described])})
      SELECT ${list([...own, ...described])} FROM taken WHERE ${isNew('analytics_views', 'taken')}
      ON CONFLICT (month, id) DO NOTHING
      RETURNING *),
    ${rebuiltVisits},
    ${changesOf(
      sql`SELECT *, 1 AS sign FROM stored WHERE NOT is_bot`,
      sql`SELECT *, 1 AS sign FROM stored WHERE is_bot`,
    )}
    ${addChanges()}`
