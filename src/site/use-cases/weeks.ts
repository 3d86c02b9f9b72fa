import type { Language } from '#shared/languages.ts'
import { siteLocale } from '#ui/typesetting.ts'

/** The shortest and the longest duration, in weeks. */
export type Weeks = readonly [least: number, most: number]

/** A range of weeks in a language, such as "1–2 weeks". */
export function formatWeeks([least, most]: Weeks, language: Language): string {
  return new Intl.NumberFormat(siteLocale(language), {
    style: 'unit',
    unit: 'week',
    unitDisplay: 'long',
  }).formatRange(least, most)
}

/** A step of a plan, in weeks: its latest start, and its duration. */
export interface PlannedStep {
  start: number
  weeks: Weeks
}

/** Schedules steps in sequence, each starting at the latest end of the one before it. */
export function planSteps(steps: readonly Weeks[]): { total: Weeks; steps: PlannedStep[] } {
  let least = 0
  let start = 0
  const planned = steps.map((weeks): PlannedStep => {
    const step = { start, weeks }
    least += weeks[0]
    start += weeks[1]
    return step
  })
  return { total: [least, start], steps: planned }
}
