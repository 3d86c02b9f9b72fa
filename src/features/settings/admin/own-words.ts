import type { Setting } from '#features/settings/contract.ts'
import type { Language } from '#shared/languages.ts'
import type { OwnWords } from './site-words.ts'
import { readText, readTexts, type SettingValue } from './values.ts'

/** What is saved about the site in one language. */
export function listOwnWords(settings: readonly Setting[], language: Language): OwnWords {
  const savedOf = (key: string): SettingValue => settings.find((one) => one.key === key)?.value ?? null
  return {
    name: readText(savedOf('siteName')),
    tagline: readTexts(savedOf('siteTagline'))[language] ?? '',
    title: readTexts(savedOf('metaTitle'))[language] ?? '',
    description: readTexts(savedOf('metaDescription'))[language] ?? '',
  }
}
