import type { Language } from '#shared/languages.ts'

/** A moment as a mail says it, in a language and a time zone, which it names. */
export function writeMoment(time: Date, language: Language, timeZone: string): string {
  return new Intl.DateTimeFormat(language, {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  }).format(time)
}
