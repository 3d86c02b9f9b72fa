import type { Measure } from './contract.ts'

/**
 * Where the pages report: a view by a script, or by a picture where no script runs, and how fast the page was.
 */
export const viewPaths = {
  script: '/api/visits',
  picture: '/api/visits/picture',
  timings: '/api/visits/timings',
} as const

/** Where programs report, and the pages their events, while the team wants it. */
export const reportPaths = {
  pageviews: '/api/analytics/pageviews',
  events: '/api/analytics/events',
  conversions: '/api/analytics/conversions',
} as const

/** Stands for the values of a dimension that are too many for their day to be counted each. */
export const otherValues = '*'

/** Up to which value a measure is good, and above which it is poor (https://web.dev/articles/vitals), in the unit of `p75`. */
export const speedLimits = {
  lcp: { good: 2500, poor: 4000 },
  inp: { good: 200, poor: 500 },
  cls: { good: 0.1, poor: 0.25 },
} as const satisfies Record<Measure, { good: number; poor: number }>

/** How good a value of a measure is. */
export function judgeSpeed(measure: Measure, value: number): 'good' | 'fair' | 'poor' {
  const { good, poor } = speedLimits[measure]
  if (value <= good) return 'good'
  return value > poor ? 'poor' : 'fair'
}

/** The events that pages record by themselves. */
export const pageEvents = ['scroll', 'outbound', 'download', 'form_start'] as const
