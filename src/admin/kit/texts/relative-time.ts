import type { Language } from '#shared/languages.ts'

const units = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['week', 7 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** How long ago a moment was, or in how long it will be, in the largest unit that fits: "hace 3 días". */
export function relativeTime(iso: string, now: Date, language: Language): string {
  const seconds = Math.round((new Date(iso).getTime() - now.getTime()) / 1000)
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  const [unit, size] = units.find(([, length]) => Math.abs(seconds) >= length) ?? (['second', 1] as const)
  return format.format(unit === 'second' ? 0 : Math.trunc(seconds / size), unit)
}
