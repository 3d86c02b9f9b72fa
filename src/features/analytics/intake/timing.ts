import type { Timed } from '#features/analytics/contract.ts'

/**
 * A timing as it is counted: a whole number of milliseconds, of thousandths for layout shifts, rounded to two digits. So a day
 * has few different values, and each is within five per cent of what was measured.
 */
export function roundTiming(measure: Timed, value: number): number {
  return Number(Math.round(measure === 'cls' ? value * 1000 : value).toPrecision(2))
}
