import type { Language } from '#shared/languages.ts'

// Our English is British.
const locales: Partial<Record<Language, string>> = { ar: 'ar-u-nu-arab', en: 'en-GB' }

/** A moment with its day and year, as a language writes it, in UTC, which it says. */
export function formatDay(moment: string, language: Language): string {
  return new Intl.DateTimeFormat(locales[language] ?? language, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  }).format(new Date(moment))
}

/** A moment to the minute as a language writes it, in UTC, which it says: whose clock the reader goes by is not known. */
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
