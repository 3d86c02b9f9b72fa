import type { BackupFrequency, Weekday } from '#features/backups/settings.ts'
import { addDays, localDayOf } from '#shared/time/days.ts'

/** When backups are made. */
export interface Plan {
  frequency: BackupFrequency
  /** Such as `03:10`, in the time zone. */
  time: string
  /** For a weekly one, from 1 for Monday to 7. */
  weekday: Weekday
  /** For a monthly one. */
  monthDay: number
  timeZone: string
}

// More than from one day of a month to the same of the next.
const furthest = 40
const day = 86_400_000

/** The latest time that a plan had, at or before a moment; undefined where it is off. */
export function findLastTime(plan: Plan, now: Date): Date | undefined {
  return findTime(plan, now, -1)
}

/** The next time that a plan has, after a moment; undefined where it is off. */
export function findNextTime(plan: Plan, now: Date): Date | undefined {
  return findTime(plan, now, 1)
}

function findTime(plan: Plan, now: Date, step: 1 | -1): Date | undefined {
  if (plan.frequency === 'off') return undefined
  const today = localDayOf(now, plan.timeZone)
  // One day further back: a time that the clocks skip may be on the day after.
  for (let distance = -1; distance <= furthest; distance++) {
    const date = addDays(today, step * distance)
    if (!isPlanned(plan, date)) continue
    const time = momentOf(date, plan.time, plan.timeZone)
    if (step > 0 ? time > now : time <= now) return time
  }
  return undefined
}

function isPlanned({ frequency, weekday, monthDay }: Plan, date: string): boolean {
  if (frequency === 'weekly') return (new Date(date).getUTCDay() || 7) === Number(weekday)
  return frequency !== 'monthly' || Number(date.slice(8)) === monthDay
}

/** The moment of a time of day: the first of two where the clocks go back, and as much later as they go forward. */
function momentOf(date: string, time: string, timeZone: string): Date {
  const wall = Date.parse(`${date}T${time}:00Z`)
  const possible = [wall - day, wall + day].map((near) => wall - offsetAt(near, timeZone))
  const valid = possible.filter((moment) => moment + offsetAt(moment, timeZone) === wall)
  return new Date(valid.length > 0 ? Math.min(...valid) : Math.max(...possible))
}

/** How far the clocks of a time zone are ahead of UTC, in milliseconds. */
function offsetAt(moment: number, timeZone: string): number {
  const local = new Date(moment).toLocaleString('sv-SE', { timeZone })
  return Date.parse(`${local.replace(' ', 'T')}Z`) - Math.floor(moment / 1000) * 1000
}
