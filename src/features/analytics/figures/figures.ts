import { type Dimension, dimensions, type VisitFigures } from '#features/analytics/contract.ts'
import type { Counting } from '#features/analytics/storage/counting.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import { addDays, type Days, listDays, localDayOf } from '#shared/time/days.ts'
import { createFigureStore } from './figure-store.ts'

export interface FigureOptions {
  db: Database
  clock: Clock
  counting: Counting
  timeZone(): string
}

const mostValues = 10
// A reader waits for a second at most; what then still waits is counted in the background.
const mostBatches = 4

/** The figures about visits, from the counts of days. */
export function createFigures({ db, clock, counting, timeZone }: FigureOptions) {
  const store = createFigureStore(db)

  return {
    /** The last days in the time zone of the site, today included. */
    periodOf(days: number): Days {
      const to = localDayOf(clock.now(), timeZone())
      return { from: addDays(to, 1 - days), to }
    },

    /** The visits of a period. */
    async countVisits(period: Days): Promise<number> {
      await counting.countWaiting(mostBatches)
      return (await store.listDays(period)).reduce((sum, { visits }) => sum + visits, 0)
    },

    /** The figures of a period, up to this moment. */
    async read(period: Days): Promise<VisitFigures> {
      const now = clock.now()
      await counting.countWaiting(mostBatches)
      const [days, botViews, top] = await Promise.all([
        store.listDays(period),
        store.countBots(period),
        store.listTop(period, mostValues),
      ])
      const byDay = new Map(days.map((one) => [one.day, one]))
      const listed = listDays(period).map((day) => byDay.get(day) ?? { day, views: 0, visits: 0 })
      const valuesOf = (dimension: Dimension) =>
        top.filter((one) => one.dimension === dimension).map(({ dimension: _, ...count }) => count)
      return {
        ...period,
        total: {
          views: listed.reduce((sum, { views }) => sum + views, 0),
          visits: listed.reduce((sum, { visits }) => sum + visits, 0),
        },
        bot_views: botViews,
        days: listed,
        top: Object.fromEntries(dimensions.map((one) => [one, valuesOf(one)])),
        time_zone: timeZone(),
        last_updated: now.toISOString(),
      }
    },
  }
}
export type Figures = ReturnType<typeof createFigures>
