import { z } from 'zod'
import { addDays, type Days, listDays } from './days.ts'

/** The periods of figures to choose from, in days up to today. */
export const periods = [7, 30, 90] as const
export type Period = (typeof periods)[number]

const mostDays = 366

/** A day of the calendar that the database knows too. */
export const CalendarDay = z.iso
  .date('invalid')
  .refine((day) => day >= '1900' && day < '2200', 'invalid')
  .meta({ examples: ['2026-03-29'] })

/** The period of figures: the last days up to today, or those from one day to another. */
export const periodFields = {
  days: z.coerce.number('invalid').pipe(z.literal(periods, 'period_unknown')).default(30),
  from: CalendarDay.optional(),
  to: CalendarDay.optional(),
  /** Instead of the period, as many days before it. */
  previous: z.literal('true', 'invalid').optional(),
}
const PeriodQuery = z.object(periodFields)
export type PeriodQuery = z.infer<typeof PeriodQuery>

/** What is wrong with a period of two days that are no period: one of them alone, the later one first, or over a year. */
export const periodFault = { error: 'period_invalid', path: ['to'] }

/** Whether a period of figures can be shown. What is no day is no period; it is asked of such, too. */
export function isPeriod({ from, to }: { from?: string | undefined; to?: string | undefined }): boolean {
  if (from === undefined || to === undefined) return from === to
  return from <= to && Date.parse(to) - Date.parse(from) < mostDays * 86_400_000
}

/** The days of a period. */
export function daysOf({ days, from, to, previous }: PeriodQuery, today: string): Days {
  const period =
    from !== undefined && to !== undefined ? { from, to } : { from: addDays(today, 1 - days), to: today }
  if (!previous) return period
  return { from: addDays(period.from, -listDays(period).length), to: addDays(period.from, -1) }
}
