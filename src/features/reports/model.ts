import { analyticsPermissions } from '#features/analytics/permissions.ts'
import { dashboardPermissions } from '#features/dashboard/permissions.ts'
import { nextDaily } from '#shared/time/daily.ts'
import { addDays, type Days, localDayOf, monthOf } from '#shared/time/days.ts'

/** All that the reader of a link may do. */
export const linkScopes: readonly string[] = [
  analyticsPermissions.read.action,
  dashboardPermissions.read.action,
]

/** How often a report is sent by mail. */
export const cadences = ['weekly', 'monthly'] as const
export type Cadence = (typeof cadences)[number]

/** The last whole week, from Monday to Sunday, or the last whole month before a day. */
export function wholePeriodBefore(day: string, cadence: Cadence): Days {
  if (cadence === 'monthly') return { from: monthOf(day, -1), to: addDays(monthOf(day), -1) }
  const sinceMonday = (new Date(day).getUTCDay() + 6) % 7
  const monday = addDays(day, -sinceMonday)
  return { from: addDays(monday, -7), to: addDays(monday, -1) }
}

/** The week or month before one. */
export function periodBefore({ from }: Days, cadence: Cadence): Days {
  return wholePeriodBefore(from, cadence)
}

/** The zones of a report: its reader is told in the morning of theirs, of days that are those of the site's. */
export interface ReportZones {
  reader: string
  site: string
}

/** The first morning on which there is a whole week or month more than now. */
export function nextReport(now: Date, cadence: Cadence, { reader, site }: ReportZones): Date {
  const known = wholePeriodBefore(localDayOf(now, site), cadence)
  let morning = nextDaily(now, reader)
  while (wholePeriodBefore(localDayOf(morning, site), cadence).to <= known.to)
    morning = nextDaily(morning, reader)
  return morning
}
