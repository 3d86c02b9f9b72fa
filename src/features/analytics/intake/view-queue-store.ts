import { getColumns, sql } from 'drizzle-orm'
import type { Pool } from 'pg'
import { viewQueue } from '#features/analytics/table.ts'

export type NewView = typeof viewQueue.$inferInsert

const columns = getColumns(viewQueue)
// Safe: the keys of a table's columns are those of its rows.
const keys = Object.keys(columns) as (keyof typeof columns)[]

const names = keys.map((key) => `"${columns[key].name}"`).join(', ')
const arrays = keys.map((key, index) => `$${index + 1}::${columns[key].getSQLType()}[]`).join(', ')

/** Whether views wait to be counted. */
export const hasWaitingViews = () => sql`EXISTS (SELECT FROM analytics_view_queue)`

/** The insertion of views, many at once. */
export function createViewQueueStore(pool: Pool) {
  return {
    /** Adds views; one that waits already is not added again. One prepared statement for any number of views. */
    async insertMany(views: readonly NewView[]): Promise<void> {
      await pool.query({
        name: 'insert views',
        text: `INSERT INTO analytics_view_queue (${names}) SELECT * FROM unnest(${arrays}) ON CONFLICT (id) DO NOTHING`,
        values: keys.map((key) => views.map((view) => view[key])),
      })
    },
  }
}
export type ViewQueueStore = ReturnType<typeof createViewQueueStore>
