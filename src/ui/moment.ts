import type { Language } from '#shared/languages.ts'

// The English texts are British.
const locales: Partial<Record<Language, string>> = { ar: 'ar-u-nu-arab', en: 'en-GB' }

/** A time with day and year in the format of a language, in UTC, with the time zone. */
export function formatDay(moment: string, language: Language): string {
  return new Intl.DateTimeFormat(locales[language] ?? language, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  }).format(new Date(moment))
}

/** A time to the minute in the format of a language, in UTC, with the time zone: that of the reader is not known. */
export function formatMoment(moment: Date, language: Language): string {
  return new Intl.DateTimeFormat(locales[language] ?? language, {
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: 'UTC',
    timeZoneName: 'short',
  }).format(moment)
}
