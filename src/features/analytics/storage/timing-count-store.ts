import { type SQL, sql } from 'drizzle-orm'
import { timings } from '#features/analytics/table.ts'
import { queuedRows } from './count-parts-store.ts'

/** The statement that counts the timings of a batch. */
export const countTimings = (batch: string): SQL => sql`
    INSERT INTO analytics_timings AS known (day, measure, page, device, value, views)
    SELECT day, measure, page, device, value, count(*)
    FROM (${queuedRows(batch, 'timings', timings, ['views'])}) AS item
    GROUP BY day, measure, page, device, value ORDER BY day, measure, page, device, value
    ON CONFLICT (day, measure, page, device, value) DO UPDATE SET views = known.views + excluded.views`
