import { createInstance } from 'i18next'
import { fallbackLanguage, type Language, languages, sourceLanguage } from '#shared/languages.ts'
import type allTexts from '../../../locales/es/admin.json'
// Named, so that only these go into what is loaded before the sign-in; the rest comes with the area behind it.
import {
  area,
  brand,
  documentTitle,
  languages as languageTexts,
  loading,
  login,
  shell,
} from '../../../locales/es/admin.json'
import { type Catalogue, fetchAdminCatalogue, loadTranslations, type Translations } from './translations.ts'

type PluralForm = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other'
type WithoutPlural<Key extends string> = Key extends `${infer Stem}_${PluralForm}` ? Stem : Key
type KeysOf<Texts, Prefix extends string = ''> = {
  [Key in keyof Texts & string]: Texts[Key] extends string
    ? `${Prefix}${WithoutPlural<Key>}`
    : KeysOf<Texts[Key], `${Prefix}${Key}.`>
}[keyof Texts & string]

/** A key of `locales/es/admin.json`, so that a sentence that does not exist fails the type check. */
export type TextKey = KeysOf<typeof allTexts>

/** Gives a sentence of the admin with its named variables. */
export type Translate = (key: TextKey, variables?: Record<string, string | number>) => string

const builtIn: Catalogue = { area, brand, documentTitle, languages: languageTexts, loading, login, shell }

const i18n = createInstance()
// Resources are at hand, so this finishes before it returns.
i18n.init({
  initAsync: false,
  resources: { [sourceLanguage]: { admin: builtIn } },
  ns: ['admin'],
  defaultNS: 'admin',
  lng: sourceLanguage,
  fallbackLng: [fallbackLanguage, sourceLanguage],
  supportedLngs: [...languages],
  interpolation: { escapeValue: false },
})

/** Adds built-in texts of the source language to those of the sign-in. */
export function addBuiltInTexts(catalogue: Catalogue): void {
  i18n.addResourceBundle(sourceLanguage, 'admin', catalogue, true, true)
}

/** Loads the texts of a language, with the fallback of seed A §8. */
export async function loadTexts(language: Language): Promise<Translations> {
  const translations = await loadTranslations(language, builtIn, fetchAdminCatalogue)
  for (const [code, catalogue] of Object.entries(translations.catalogues)) {
    i18n.addResourceBundle(code, 'admin', catalogue, true, true)
  }
  return translations
}

/** The sentences of a language whose texts are loaded. */
export function createTranslate(language: Language): Translate {
  const fixed = i18n.getFixedT(language, 'admin')
  return (key, variables) => String(fixed(key, variables ?? {}))
}
