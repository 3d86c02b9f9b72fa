import type { Mark } from '#admin/kit/chart/chart.tsx'

/** Something that the team did on a day. */
export interface DayMark {
  day: string
  label: string
}

/** The marks of the days that a chart has. */
export function placeMarks(days: readonly string[], marks: readonly DayMark[] = []): Mark[] {
  return marks.flatMap(({ day, label }) => {
    const index = days.indexOf(day)
    return index < 0 ? [] : [{ index, label }]
  })
}
