import type { Language } from '#shared/languages.ts'
import { isCountry } from '#shared/regions.ts'

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** All countries by their names in a language, in its order. */
export function listCountries(language: Language): { value: string; label: string }[] {
  const names = new Intl.DisplayNames(language, { type: 'region' })
  const { compare } = new Intl.Collator(language)
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => isCountry(code) && isCurrent(code))
    .map((code) => ({ value: code, label: names.of(code) ?? code }))
    .sort((one, other) => compare(one.label, other.label))
}

/** Codes of countries that have ended stand for their successors, which have codes of their own. */
const isCurrent = (code: string) => new Intl.Locale(`und-${code}`).region === code
