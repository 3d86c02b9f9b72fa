import { readdirSync, readFileSync } from 'node:fs'
import { createInstance, type Resource, type ResourceLanguage } from 'i18next'
import { fallbackLanguage, type Language, languages, sourceLanguage } from '#shared/languages.ts'

/** A sentence of the catalogues, by namespace and key (`errors:not_found`), with named variables. */
export type Translate = (key: string, variables?: Record<string, string | number>) => string

const root = new URL('../../locales/', import.meta.url)

/** The texts of the product in its ten languages, from `locales/<code>/<namespace>.json`. */
export interface Catalogues {
  translator(language: Language): Translate
  /** Whether the source language has a text of that key. */
  has(key: string): boolean
  /** All texts of one language, by namespace. */
  texts(language: Language): ResourceLanguage
}

/**
 * The catalogues, each read at its first use: most languages and most of the long texts are rarely needed. A text that is
 * missing in a language is shown in English, then in Spanish.
 */
export async function loadCatalogues(): Promise<Catalogues> {
  const resources: Resource = Object.fromEntries(languages.map((language) => [language, openTexts(language)]))
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
    // Read again instead of cached: all texts of a language are needed only once.
    texts: (language) => ({ ...openTexts(language) }),
  }
}

/** The texts of a language by namespace, each of which is read at its first use. */
function openTexts(language: Language): ResourceLanguage {
  const folder = new URL(`${language}/`, root)
  const texts: ResourceLanguage = {}
  for (const file of readdirSync(folder)) {
    if (!file.endsWith('.json')) continue
    const namespace = file.slice(0, -5)
    Object.defineProperty(texts, namespace, {
      enumerable: true,
      configurable: true,
      get() {
        const value: unknown = JSON.parse(readFileSync(new URL(file, folder), 'utf8'))
        Object.defineProperty(texts, namespace, { value, enumerable: true })
        return value
      },
    })
  }
  return texts
}
