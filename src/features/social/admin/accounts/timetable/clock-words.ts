import { firstWeekday } from '#features/social/admin/schedule/calendar/calendar-days.ts'
import type { Language } from '#shared/languages.ts'

/** The weekdays, from 1 for Monday, in the order in which a language counts them. */
export function weekdaysOf(language: Language): number[] {
  const first = firstWeekday(language)
  return Array.from({ length: 7 }, (_, index) => ((first - 1 + index) % 7) + 1)
}

/** What a weekday is called, as at the beginning of a line. */
export function weekdayName(weekday: number, language: Language): string {
  const format = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' })
  // The first of January 2024 was a Monday.
  const name = format.format(Date.UTC(2024, 0, weekday))
  return name.slice(0, 1).toLocaleUpperCase(language) + name.slice(1)
}

/** A time such as `09:00` as a language writes it. */
export const clockTime = (time: string, language: Language): string =>
  new Intl.DateTimeFormat(language, { timeStyle: 'short', timeZone: 'UTC' }).format(
    Date.parse(`2024-01-01T${time}Z`),
  )
