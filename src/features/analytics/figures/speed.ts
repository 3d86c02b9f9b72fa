import { devices, type Measurements, measures, type SpeedFigures } from '#features/analytics/contract.ts'
import { speedLimits } from '#features/analytics/model.ts'
import type { TimingCount } from './timing-store.ts'

const mostPages = 20

/** The figures of how fast pages were: of all views, by class of device, and of the pages with the most views. */
export function describeSpeed(counts: readonly TimingCount[]): SpeedFigures {
  const pages = [...new Set(counts.map(({ page }) => page))].map((page) => {
    const own = counts.filter((count) => count.page === page)
    return { page, measurements: measure(own), views: countViews(own) }
  })
  return {
    total: measure(counts),
    devices: Object.fromEntries(
      devices.flatMap((device) => {
        const own = counts.filter((count) => count.device === device)
        return own.length > 0 ? [[device, measure(own)]] : []
      }),
    ),
    pages: pages
      .sort((one, other) => other.views - one.views || (one.page < other.page ? -1 : 1))
      .slice(0, mostPages)
      .map(({ page, measurements }) => ({ page, measurements })),
  }
}

function measure(counts: readonly TimingCount[]): Measurements {
  return Object.fromEntries(
    measures.flatMap((name) => {
      const own = counts.filter((count) => count.measure === name)
      if (own.length === 0) return []
      const unit = name === 'cls' ? 1000 : 1
      const views = countViews(own)
      const good = countViews(own.filter(({ value }) => value / unit <= speedLimits[name].good))
      const p75 = findQuantile(own, 0.75) / unit
      return [[name, { p75, views, good: Math.round((good / views) * 10_000) / 100 }]]
    }),
  )
}

/** The least value that at least a part of the views do not exceed. */
function findQuantile(counts: readonly TimingCount[], part: number): number {
  const needed = countViews(counts) * part
  let seen = 0
  for (const { value, views } of counts.toSorted((one, other) => one.value - other.value)) {
    seen += views
    if (seen >= needed) return value
  }
  return 0
}

const countViews = (counts: readonly TimingCount[]) => counts.reduce((sum, { views }) => sum + views, 0)
