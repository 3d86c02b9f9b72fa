import { isLanguage } from '#shared/languages.ts'
import { siteLocale } from '#ui/typesetting.ts'

/** A hash so short that it can be compared at a glance. */
export function shorten(hash: string): string {
  return `${hash.slice(0, 10)}…${hash.slice(-6)}`
}

/** How numbers and times are written in the language of the page. */
export interface Formats {
  number: Intl.NumberFormat
  moment: Intl.DateTimeFormat
}

export function createFormats(): Formats {
  const { lang } = document.documentElement
  const locale = isLanguage(lang) ? siteLocale(lang) : lang
  return {
    number: new Intl.NumberFormat(locale),
    moment: new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' }),
  }
}
