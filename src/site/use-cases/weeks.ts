import type { Language } from '#shared/languages.ts'

/** How long something takes at best and at worst, in weeks. */
export type Weeks = readonly [least: number, most: number]

/** Weeks as a language says them, such as «1–2 weeks». */
export function formatWeeks([least, most]: Weeks, language: Language): string {
  const locale = language === 'ar' ? 'ar-u-nu-arab' : language
  return new Intl.NumberFormat(locale, { style: 'unit', unit: 'week', unitDisplay: 'long' }).formatRange(
    least,
    most,
  )
}

/** A step's place in a plan in weeks: when it starts at the latest, and how long it takes. */
export interface PlannedStep {
  start: number
  weeks: Weeks
}

/** Puts steps one after the other, each starting when the one before it is done at the latest. */
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
