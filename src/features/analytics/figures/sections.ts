import type { SectionFigures } from '#features/analytics/contract.ts'
import { type Counting, mostBatches } from '#features/analytics/storage/counting.ts'
import type { Database } from '#platform/postgres.ts'
import { type Days, listDays } from '#shared/time/days.ts'
import { createSectionStore } from './section-store.ts'

/** The figures of pages, for the feature that they belong to. */
export function createSectionFigures({ db, counting }: { db: Database; counting: Counting }) {
  const store = createSectionStore(db)
  return {
    /** The views of pages since they are counted; pages without any are left out. */
    sumViews: store.sumViews,

    /** The figures of the pages below a path that ends in a slash. */
    async readSection(section: string, period: Days): Promise<SectionFigures> {
      await counting.countWaiting(mostBatches)
      const [pages, days, visits, times] = await Promise.all([
        store.listPages(section, period),
        store.listDays(section, period),
        store.listVisits(section, period),
        store.listTimes(section, period),
      ])
      const viewsOf = new Map(days.map(({ day, views }) => [day, views]))
      const visitsOf = new Map(visits.map(({ day, visits }) => [day, visits]))
      const timeOf = new Map(times.map((time) => [time.page, time]))
      return {
        days: listDays(period).map((day) => ({
          day,
          views: viewsOf.get(day) ?? 0,
          visits: visitsOf.get(day) ?? 0,
        })),
        pages: pages.map((count) => ({ ...count, secondsInView: averageTime([timeOf.get(count.page)]) })),
        secondsInView: averageTime(times),
      }
    },
  }
}

/** The seconds that a view took on average, of the views of which that is known; null without any. */
function averageTime(times: readonly ({ milliseconds: number; views: number } | undefined)[]): number | null {
  let [milliseconds, views] = [0, 0]
  for (const time of times) {
    milliseconds += time?.milliseconds ?? 0
    views += time?.views ?? 0
  }
  return views === 0 ? null : Math.round(milliseconds / views / 100) / 10
}
