import type { Language } from '#shared/languages.ts'
import { siteLocale } from './typesetting.ts'

/** A time with day and year in the format of a language, in a time zone. */
export function formatDay(moment: string, language: Language, timeZone: string): string {
  return new Intl.DateTimeFormat(siteLocale(language), {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone,
  }).format(new Date(moment))
}

/** A time to the minute in the format of a language, in a time zone and with its name: that of the reader is not known. */
export function formatMoment(moment: Date, language: Language, timeZone: string): string {
  return new Intl.DateTimeFormat(siteLocale(language), {
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
  }).format(moment)
}
