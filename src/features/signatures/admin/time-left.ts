import type { Language } from '#shared/languages.ts'

const hour = 3_600_000

/**
 * In how long a link ends, or how long ago it did: in hours up to three days, since "in two days" would be said of a link
 * that has almost three, and in days beyond.
 */
export function timeLeft(iso: string, now: Date, language: Language): string {
  const left = new Date(iso).getTime() - now.getTime()
  const format = new Intl.RelativeTimeFormat(language)
  const hours = Math.abs(left) / hour
  if (hours >= 73) return format.format(Math.trunc(left / hour / 24), 'day')
  if (hours >= 1) return format.format(Math.round(left / hour), 'hour')
  return format.format(Math.trunc(left / 60_000), 'minute')
}
