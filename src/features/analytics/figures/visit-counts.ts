import { type Dimension, dimensions, type VisitFilters } from '#features/analytics/contract.ts'
import type { Database } from '#platform/postgres.ts'
import { unknownCountry } from '#shared/regions.ts'
import type { Days } from '#shared/time/days.ts'
import { createFigureStore } from './figure-store.ts'
import { createFilteredStore, type FilteredCount, viewGroupings } from './filtered-store.ts'

/** How many values of a dimension are listed. */
export const mostValues = 10

/** Views and visits day by day, and by the values of each dimension. */
interface Counts {
  days: { day: string; views: number; visits: number }[]
  top: { dimension: Dimension; value: string; views: number; visits: number }[]
  bots: number
}

/** Creates the counting of visits: from the counts of days; where they are narrowed, from single views and visits. */
export function createVisitCounts(db: Database) {
  const store = createFigureStore(db)
  const filtered = createFilteredStore(db)
  return async (period: Days, filters: VisitFilters): Promise<Counts> => {
    if (dimensions.every((one) => filters[one] === undefined)) {
      const [days, top, bots] = await Promise.all([
        store.listDays(period),
        store.listTop(period, mostValues),
        store.countBots(period),
      ])
      return { days, top, bots }
    }
    const [visits, views, bots] = await Promise.all([
      filtered.countVisits(period, filters),
      filtered.countViews(period, filters),
      filtered.countBots(period, filters),
    ])
    return { ...joinCounts(visits, views), bots }
  }
}

/** The code of a country as views have it. */
export const codeOf = (country: string) => (country === unknownCountry ? '' : country)

/** The values that figures are narrowed to. */
export function narrow(query: VisitFilters): VisitFilters {
  const { country } = query
  return { ...query, country: country && codeOf(country) }
}

/** Puts the visits and the views of the same days and values together. */
function joinCounts(
  visits: readonly FilteredCount[],
  views: readonly FilteredCount[],
): Pick<Counts, 'days' | 'top'> {
  const keyOf = ({ dimension, value }: FilteredCount) => `${dimension} ${value}`
  const joined = new Map(
    visits.map((one) => [keyOf(one), viewGroupings.includes(one.dimension) ? { ...one, views: 0 } : one]),
  )
  for (const one of views) joined.set(keyOf(one), { ...one, visits: joined.get(keyOf(one))?.visits ?? 0 })
  const all = [...joined.values()].sort(
    (one, other) =>
      other.visits - one.visits || other.views - one.views || (one.value < other.value ? -1 : 1),
  )
  const topOf = (dimension: Dimension) =>
    all
      .filter((one) => one.dimension === dimension && (one.value !== '' || !dimension.startsWith('utm')))
      .slice(0, mostValues)
      .map((one) => ({ ...one, dimension }))
  return {
    days: all.flatMap(({ dimension, value: day, ...count }) =>
      dimension === 'day' ? [{ day, ...count }] : [],
    ),
    top: dimensions.flatMap(topOf),
  }
}
