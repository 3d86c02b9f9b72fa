import type { Language } from '#shared/languages.ts'

/**
 * A whole number in a language's own digits. By hand, as every page has some: `Intl.NumberFormat` would bring the formats
 * of all languages into the server's memory, seven megabytes.
 */
export function formatNumeral(value: number, language: Language): string {
  const numeral = String(value)
  if (language !== 'ar') return numeral
  return numeral.replace(/\d/g, (digit) => String.fromCharCode(0x0660 + Number(digit)))
}

// Our English is British.
const dateLocales: Partial<Record<Language, string>> = { ar: 'ar-u-nu-arab', en: 'en-GB' }

/** A day in full, such as 29 June 2025, as a language writes it and in its own digits. Of a time, its day in UTC. */
export function formatDate(date: Date, language: Language): string {
  return new Intl.DateTimeFormat(dateLocales[language] ?? language, {
    dateStyle: 'long',
    timeZone: 'UTC',
  }).format(date)
}

/** Whether the letters of a language hang together, so that a word can be neither spread out nor bent. */
export function hasJoinedLetters(language: Language): boolean {
  return language === 'ar' || language === 'hi'
}
