import type { Language } from '#shared/languages.ts'

let chosenZone: string | undefined

/** Sets the time zone in which the panel shows and reads times; that of the browser when undefined, or unknown to it. */
export function setZone(zone: string | undefined): void {
  chosenZone = zone !== undefined && isKnown(zone) ? zone : undefined
}

/** The name of the time zone of the panel, such as Europe/Madrid. */
export function currentZone(): string {
  return chosenZone ?? browserZone()
}

/** The name of this browser's time zone. */
export function browserZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** The names of the time zones that this browser knows, and of a chosen one, which another browser may have known. */
export const listZones = (chosen?: string | null): string[] => [
  ...new Set(['UTC', ...(chosen ? [chosen] : []), ...Intl.supportedValuesOf('timeZone')]),
]

/** A time zone as one would type it, such as `America/New York`. */
export const zoneName = (zone: string): string => zone.replaceAll('_', ' ')

function isKnown(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** Formats a time for a language, with the name of its time zone. */
export function formatMoment(iso: string, language: Language, timeZone = currentZone()): string {
  return new Intl.DateTimeFormat(language, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  }).format(new Date(iso))
}

/** Formats a time as the value of a date and time field, in the time zone of the panel. */
export function toFieldValue(date: Date, timeZone = currentZone()): string {
  return new Date(clockTime(date.getTime(), timeZone)).toISOString().slice(0, 16)
}

/**
 * Parses the value of a date and time field; undefined if it is empty or invalid. Of two times that clocks show when they
 * are put back it is the first; one that they leave out is moved on by what they leave out.
 */
export function readFieldValue(value: string, timeZone = currentZone()): Date | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value)) return undefined
  const shown = Date.parse(`${value}Z`)
  if (Number.isNaN(shown)) return undefined
  const day = 24 * 3_600_000
  // Offsets change at most once in two days.
  const [before = 0, after = 0] = [shown - day, shown + day].map((time) => clockTime(time, timeZone) - time)
  const fitting = [shown - before, shown - after].filter((time) => clockTime(time, timeZone) === shown)
  return new Date(fitting.length > 0 ? Math.min(...fitting) : shown - before)
}

/** What clocks in a time zone show, as the time at which those in UTC show it. */
function clockTime(time: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en', {
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    hourCycle: 'h23',
    timeZone,
  }).formatToParts(time)
  const read = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((part) => part.type === type)?.value ?? 0)
  return Date.UTC(read('year'), read('month') - 1, read('day'), read('hour'), read('minute'), read('second'))
}
