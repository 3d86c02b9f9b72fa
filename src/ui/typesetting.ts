import type { Language } from '#shared/languages.ts'

/** A whole number in a language's own digits. */
export function formatNumeral(value: number, language: Language): string {
  return new Intl.NumberFormat(language === 'ar' ? 'ar-u-nu-arab' : language, { useGrouping: false }).format(
    value,
  )
}

/** Whether the letters of a language hang together, so that a word can be neither spread out nor bent. */
export function hasJoinedLetters(language: Language): boolean {
  return language === 'ar' || language === 'hi'
}
