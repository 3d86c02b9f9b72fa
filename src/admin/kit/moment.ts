import type { Language } from '#shared/languages.ts'

/** The name of this browser's time zone, such as Europe/Madrid. */
export function currentZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
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

/** Formats a time as the value of a date and time field, in this browser's time zone. */
export function toFieldValue(date: Date): string {
  const two = (number: number) => String(number).padStart(2, '0')
  const day = `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`
}

/** Parses the value of a date and time field; undefined if it is empty or invalid. */
export function readFieldValue(value: string): Date | undefined {
  if (!/^\d{4,6}-\d\d-\d\dT\d\d:\d\d/.test(value)) return undefined
  const date = new Date(value)
  return Number.isNaN(date.getTime()) ? undefined : date
}
