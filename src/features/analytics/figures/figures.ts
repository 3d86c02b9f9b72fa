import {
  type Dimension,
  dimensions,
  type EventFigures,
  type EventQuery,
  type LiveVisitors,
  liveMinutes,
  type SpeedFigures,
  type SpeedQuery,
  type VisitFigures,
  type VisitFilters,
} from '#features/analytics/contract.ts'
import { type Counting, mostBatches } from '#features/analytics/storage/counting.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import { type Days, listDays, localDayOf } from '#shared/time/days.ts'
import { daysOf, type PeriodQuery } from '#shared/time/periods.ts'
import { createEventStore } from './event-store.ts'
import { createFigureStore } from './figure-store.ts'
import { describeSpeed } from './speed.ts'
import { createTimingStore } from './timing-store.ts'
import { codeOf, createVisitCounts, mostValues, narrow } from './visit-counts.ts'

export interface FigureOptions {
  db: Database
  clock: Clock
  counting: Counting
  timeZone(): string
}

/** The figures about visits. */
export function createFigures({ db, clock, counting, timeZone }: FigureOptions) {
  const store = createFigureStore(db)
  const count = createVisitCounts(db)
  const periodOf = (query: PeriodQuery): Days => daysOf(query, localDayOf(clock.now(), timeZone()))

  return {
    /** The days of a period, in the time zone of the site. */
    periodOf,

    /** The visits of a period; those from one country only, where it says one. */
    async countVisits(period: Days, country?: string): Promise<number> {
      await counting.countWaiting(mostBatches)
      const days =
        country === undefined
          ? await store.listDays(period)
          : await store.listDaysOf(period, 'country', codeOf(country))
      return days.reduce((sum, { visits }) => sum + visits, 0)
    },

    /** Who is on the site now. */
    async readLive(): Promise<LiveVisitors> {
      await counting.countWaiting(mostBatches)
      const pages = await store.countSince(new Date(clock.now().getTime() - liveMinutes * 60_000))
      return {
        visitors: pages.reduce((sum, { visitors }) => sum + visitors, 0),
        pages: pages.slice(0, mostValues),
      }
    },

    /** What visitors did in a period. */
    async readEvents(query: EventQuery): Promise<EventFigures> {
      await counting.countWaiting(mostBatches)
      return createEventStore(db).list(periodOf(query), narrow(query))
    },

    /** How fast the pages were in a period. */
    async readSpeed({ page, device, ...query }: SpeedQuery): Promise<SpeedFigures> {
      await counting.countWaiting(mostBatches)
      return describeSpeed(await createTimingStore(db).list(periodOf(query), { page, device }))
    },

    /** The figures of a period, up to this moment. */
    async read(query: PeriodQuery & VisitFilters): Promise<VisitFigures> {
      const now = clock.now()
      const period = periodOf(query)
      await counting.countWaiting(mostBatches)
      const { days, top, bots } = await count(period, narrow(query))
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
        bot_views: bots,
        days: listed,
        top: Object.fromEntries(dimensions.map((one) => [one, valuesOf(one)])),
        time_zone: timeZone(),
        last_updated: now.toISOString(),
      }
    },
  }
}
export type Figures = ReturnType<typeof createFigures>
