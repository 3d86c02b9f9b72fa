import { resolveWallTime, wallTimeAt } from '#features/social/posts/model.ts'
import type { Language } from '#shared/languages.ts'
import { addDays, listDays, monthOf } from '#shared/time/days.ts'

export const calendarViews = ['month', 'week', 'day', 'list'] as const
export type CalendarView = (typeof calendarViews)[number]

/** The first day of the week where a language is spoken, from 1 for Monday to 7 for Sunday. */
export function firstWeekday(language: Language): number {
  const locale: Intl.Locale & { getWeekInfo?: () => { firstDay: number } } = new Intl.Locale(language)
  // Firefox does not know.
  return locale.getWeekInfo?.().firstDay ?? 1
}

function weekStart(day: string, first: number): string {
  const weekday = new Date(day).getUTCDay() || 7
  return addDays(day, -((weekday - first + 7) % 7))
}

/** The days that a view shows: of a month also those that complete its weeks. */
export function daysOfView(view: CalendarView, day: string, first: number): string[] {
  if (view === 'day') return [day]
  if (view === 'week') {
    const from = weekStart(day, first)
    return listDays({ from, to: addDays(from, 6) })
  }
  const from = monthOf(day)
  const last = addDays(monthOf(day, 1), -1)
  if (view === 'list') return listDays({ from, to: last })
  return listDays({ from: weekStart(from, first), to: addDays(weekStart(last, first), 6) })
}

/** The day to which a view turns. */
export function turn(view: CalendarView, day: string, direction: 1 | -1): string {
  if (view === 'day') return addDays(day, direction)
  if (view === 'week') return addDays(day, 7 * direction)
  return monthOf(day, direction)
}

/** The first moment of a day, as ISO 8601. */
export const startOfDay = (day: string, timeZone: string): string =>
  resolveWallTime(`${day}T00:00`, timeZone).instant.toISOString()

/** The moments from which and to which days last. */
export function momentsOf(days: readonly string[], timeZone: string): { from: string; to: string } {
  const [first = ''] = days
  return {
    from: startOfDay(first, timeZone),
    to: startOfDay(addDays(days.at(-1) ?? first, 1), timeZone),
  }
}

/** Posts by the day on which they are published, each day's in the order of their times. */
export function groupByDay<Post extends { scheduled_at: string }>(
  posts: readonly Post[],
  timeZone: string,
): Map<string, Post[]> {
  const sorted = [...posts].sort((a, b) => (a.scheduled_at < b.scheduled_at ? -1 : 1))
  return Map.groupBy(sorted, (post) => wallTimeAt(new Date(post.scheduled_at), timeZone).slice(0, 10))
}

/** A time on a clock, so many days and minutes later; `2026-12-01T09:00`. */
export function shiftWallTime(
  wallTime: string,
  { days = 0, minutes = 0 }: { days?: number; minutes?: number },
): string {
  const time = Date.parse(`${wallTime}Z`) + days * 86_400_000 + minutes * 60_000
  return new Date(time).toISOString().slice(0, 16)
}

/** The same time of the day on another day. */
export const onDay = (wallTime: string, day: string): string => `${day}${wallTime.slice(10)}`

/** What an arrow key changes: in a month days and weeks, otherwise days and quarters of an hour. */
export function stepOf(
  key: string,
  view: CalendarView,
  isRightToLeft: boolean,
): { days?: number; minutes?: number } | undefined {
  const forward = isRightToLeft ? 'ArrowLeft' : 'ArrowRight'
  const back = isRightToLeft ? 'ArrowRight' : 'ArrowLeft'
  if (key === forward) return { days: 1 }
  if (key === back) return { days: -1 }
  if (key !== 'ArrowUp' && key !== 'ArrowDown') return undefined
  const direction = key === 'ArrowDown' ? 1 : -1
  return view === 'month' ? { days: 7 * direction } : { minutes: 15 * direction }
}
