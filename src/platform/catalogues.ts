import { readdirSync, readFileSync } from 'node:fs'
import { createInstance, type Resource, type ResourceLanguage } from 'i18next'
import { fallbackLanguage, type Language, languages, sourceLanguage } from '#shared/languages.ts'

/** A sentence of the catalogues, by namespace and key (`errors:not_found`), with named variables. */
export type Translate = (key: string, variables?: Record<string, string | number>) => string

/** The texts of the product in its ten languages, from `locales/<code>/<namespace>.json`. */
export interface Catalogues {
  translator(language: Language): Translate
  /** Whether the source language has a text of that key. */
  has(key: string): boolean
  /** All texts of one language, by namespace. */
  texts(language: Language): ResourceLanguage
}

/** Reads every catalogue once. A text missing in a language is shown in English, then in Spanish. */
export async function loadCatalogues(): Promise<Catalogues> {
  const root = new URL('../../locales/', import.meta.url)
  const resources: Resource = {}
  for (const language of languages) {
    const folder = new URL(`${language}/`, root)
    const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
    resources[language] = Object.fromEntries(
      files.map((name) => [name.slice(0, -5), JSON.parse(readFileSync(new URL(name, folder), 'utf8'))]),
    )
  }
  const i18n = createInstance()
  await i18n.init({
    resources,
    ns: Object.keys(resources[sourceLanguage] ?? {}),
    defaultNS: 'errors',
    lng: sourceLanguage,
    fallbackLng: [fallbackLanguage, sourceLanguage],
    interpolation: { escapeValue: false },
  })
  const translators = Object.fromEntries(languages.map((language) => [language, i18n.getFixedT(language)]))
  return {
    translator: (language) => (key, variables) => String(translators[language]?.(key, variables ?? {})),
    has: (key) => i18n.exists(key, { lng: sourceLanguage }),
    texts: (language) => resources[language] ?? {},
  }
}
