import { type SQL, sql } from 'drizzle-orm'
import { otherValues } from '#features/analytics/model.ts'
import { events } from '#features/analytics/table.ts'
import { addChanges, crowdedDays, isNew, limited, list, queuedRows } from './count-parts-store.ts'

const plain = [
  'id',
  'month',
  'day',
  'at',
  'visitor',
  'is_conversion',
  'page',
  'language',
  'device',
  'country',
]

/**
 * The statement that stores the events of a batch, and counts them by name, and by name and value. An event whose id is
 * known is dropped. Its visits are the visitors with a hash who did it on that day.
 */
export const countEvents = (batch: string): SQL => sql`
    WITH ${crowdedDays(['event', 'conversion', 'event_value'])},
    named AS (
      SELECT *, CASE WHEN is_conversion THEN ${limited('conversion', 'name')}
        ELSE ${limited('event', 'name')} END AS counted_name
      FROM (${queuedRows(batch, 'events', events, ['botRule'])}) AS item),
    taken AS (
      SELECT ${list(plain)}, counted_name AS name,
        CASE WHEN ${limited('event_value', "name || ' ' || value")} = ${otherValues} THEN ${otherValues} ELSE value END AS value
      FROM named AS item),
    stored AS (
      INSERT INTO analytics_events (${list([...plain, 'name', 'value'])})
      SELECT ${list([...plain, 'name', 'value'])} FROM taken WHERE ${isNew('analytics_events', 'taken')}
      ON CONFLICT (month, id) DO NOTHING
      RETURNING *, CASE WHEN is_conversion THEN 'conversion' ELSE 'event' END AS dimension),
    doers AS (
      SELECT DISTINCT day, visitor, dimension, name FROM stored
      WHERE visitor IS NOT NULL AND NOT EXISTS (
        SELECT FROM analytics_events AS earlier
        WHERE earlier.month = stored.month AND earlier.visitor = stored.visitor AND earlier.name = stored.name
          AND earlier.is_conversion = stored.is_conversion AND earlier.bot_rule IS NULL)),
    changes AS (${eventChanges('stored', 'doers', 1)})
    ${addChanges()}`

/** How the counts change by events of a table expression, and by those who did them; with `sign` -1 they are taken away. */
export const eventChanges = (stored: string, doers: string, sign: 1 | -1): SQL =>
  sql.raw(`SELECT day, dimension, name AS value, ${sign} AS views, 0 AS visits FROM ${stored}
      UNION ALL SELECT day, 'event_value', name || ' ' || value, ${sign}, 0 FROM ${stored} WHERE value <> ''
      UNION ALL SELECT day, dimension, name, 0, ${sign} FROM ${doers}`)
