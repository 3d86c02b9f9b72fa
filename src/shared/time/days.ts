/** A period of days, both included, each as `2026-03-29`. */
export interface Days {
  from: string
  to: string
}

/** The day and the beginning of the hour of a moment in a time zone. */
export interface LocalHour {
  day: string
  hour: Date
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** The day and hour of a moment in a time zone of the IANA database. */
export function localHourOf(moment: Date, timeZone: string): LocalHour {
  const [day = '', time = ''] = formatOf(timeZone).format(moment).split(' ')
  const [, minutes = 0, seconds = 0] = time.split(':').map(Number)
  const sinceHour = (minutes * 60 + seconds) * 1000 + moment.getUTCMilliseconds()
  return { day, hour: new Date(moment.getTime() - sinceHour) }
}

/** The day of a moment in a time zone. */
export function localDayOf(moment: Date, timeZone: string): string {
  return localHourOf(moment, timeZone).day
}

/** Another day, `days` later; earlier if negative. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
}

/** The first day of the month of a day, or of the month `months` later. */
export function monthOf(day: string, months = 0): string {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10)
}

/** Every day of a period. */
export function listDays({ from, to }: Days): string[] {
  const days = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  return days
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone)
  if (!format) {
    // Swedish writes dates and times as ISO 8601 does.
    format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
    formats.set(timeZone, format)
  }
  return format
}
