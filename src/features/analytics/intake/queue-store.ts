import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Pool } from 'pg'
import type { events, timings, views } from '#features/analytics/table.ts'

export type NewView = typeof views.$inferInsert
export type NewEvent = typeof events.$inferInsert
export type NewTiming = Omit<typeof timings.$inferInsert, 'views'>

/** What is accepted together: all of it is stored, or nothing. */
export interface Accepted {
  views?: readonly NewView[]
  events?: readonly NewEvent[]
  timings?: readonly NewTiming[]
}

/** Whether anything waits to be counted. */
export const hasWaiting = () => sql`EXISTS (SELECT FROM analytics_queue)`

/** The queue of what waits to be counted. */
export function createQueueStore(pool: Pool) {
  return {
    /** Adds what is accepted, as one row. */
    async insert(accepted: readonly Accepted[]): Promise<void> {
      const views = accepted.flatMap((one) => one.views ?? [])
      const events = accepted.flatMap((one) => one.events ?? [])
      const timings = accepted.flatMap((one) => one.timings ?? [])
      const months = new Set([...views, ...events].map(({ month }) => month))
      await pool.query({
        name: 'queue views',
        text: 'INSERT INTO analytics_queue (id, size, months, content) VALUES ($1, $2, $3, $4)',
        values: [
          randomUUID(),
          views.length + events.length + timings.length,
          [...months],
          JSON.stringify({ views, events, timings }),
        ],
      })
    },

    /** How many views, events and timings wait. */
    async countWaiting(): Promise<number> {
      const { rows } = await pool.query<{ waiting: string }>(
        'SELECT coalesce(sum(size), 0) AS waiting FROM analytics_queue',
      )
      return Number(rows[0]?.waiting)
    },
  }
}
export type QueueStore = ReturnType<typeof createQueueStore>
