import type { Language } from '#shared/languages.ts'

/**
 * A whole number in a language's own digits. Without `Intl.NumberFormat`, which would load the formats of all languages
 * into the server's memory, seven megabytes; every page has numbers.
 */
export function formatNumeral(value: number, language: Language): string {
  return formatDigits(String(value), language)
}

/** A text of digits, such as 12:05:00, with a language's own digits. */
export function formatDigits(text: string, language: Language): string {
  if (language !== 'ar') return text
  return text.replace(/\d/g, (digit) => String.fromCharCode(0x0660 + Number(digit)))
}

/** The years from one to another in a language's own digits, such as 2025–2027; one year if they are the same. */
export function formatYears(first: number, last: number, language: Language): string {
  const years = last > first ? [first, last] : [first]
  return years.map((year) => formatNumeral(year, language)).join('–')
}

// The English texts are British.
const siteLocales: Partial<Record<Language, string>> = { ar: 'ar-u-nu-arab', en: 'en-GB' }

/** How the site writes dates and numbers in a language. */
export const siteLocale = (language: Language): string => siteLocales[language] ?? language

/** A full date in the format of a language, such as 29 June 2025, in UTC. */
export function formatDate(date: Date, language: Language): string {
  return new Intl.DateTimeFormat(siteLocale(language), {
    dateStyle: 'long',
    timeZone: 'UTC',
  }).format(date)
}

/** The name of a country in a language, by its ISO 3166-1 code; another text as it is. */
export function nameCountry(code: string, language: Language): string {
  if (!/^[A-Z]{2}$/.test(code)) return code
  return new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? code
}

/** The name of a language as it stands in a sentence of another. */
export function nameLanguage(code: Language, language: Language): string {
  return new Intl.DisplayNames(language, { type: 'language' }).of(code) ?? code
}

/** Whether the letters of a language join, so that a word cannot have letter spacing or follow a curve. */
export function hasJoinedLetters(language: Language): boolean {
  return language === 'ar' || language === 'hi'
}
