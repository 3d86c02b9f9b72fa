import { createInstance } from 'i18next'
import { fallbackLanguage, type Language, languages, sourceLanguage } from '#shared/languages.ts'
import type adminTexts from '../../../../locales/es/admin.json'
import signInTexts from '../../../../locales/es/sign-in.json'
import { fetchCatalogues, loadTranslations, type Translations } from './translations.ts'

type PluralForm = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other'
type WithoutPlural<Key extends string> = Key extends `${infer Stem}_${PluralForm}` ? Stem : Key
type KeysOf<Texts, Prefix extends string = ''> = {
  [Key in keyof Texts & string]: Texts[Key] extends string
    ? `${Prefix}${WithoutPlural<Key>}`
    : KeysOf<Texts[Key], `${Prefix}${Key}.`>
}[keyof Texts & string]

/**
 * The catalogues of the admin in the source language, by namespace. A feature adds its own by declaration merging, where
 * it also calls `addBuiltInTexts`. No two of them have a first key in common.
 */
export interface TextCatalogues {
  /** The texts that are needed before the sign-in. */
  'sign-in': typeof signInTexts
  admin: typeof adminTexts
}

type Namespace = keyof TextCatalogues

/** A key of one of the catalogues, so that a sentence that does not exist fails the type check. */
export type TextKey = { [Name in Namespace]: KeysOf<TextCatalogues[Name]> }[Namespace]

/** Returns a text of the admin with its variables filled in. */
export type Translate = (key: TextKey, variables?: Record<string, string | number>) => string

/** The catalogues that are read, in this order. */
const namespaces: Namespace[] = ['sign-in']

const i18n = createInstance()
// All resources are built in, so this is synchronous.
i18n.init({
  initAsync: false,
  resources: { [sourceLanguage]: { 'sign-in': signInTexts } },
  ns: [...namespaces],
  defaultNS: 'sign-in',
  lng: sourceLanguage,
  fallbackLng: [fallbackLanguage, sourceLanguage],
  supportedLngs: [...languages],
  interpolation: { escapeValue: false },
})

/** Adds a catalogue of the area behind the sign-in, with its texts in the source language. */
export function addBuiltInTexts<Name extends Namespace>(name: Name, texts: TextCatalogues[Name]): void {
  if (!namespaces.includes(name)) namespaces.push(name)
  i18n.addResourceBundle(sourceLanguage, name, texts)
}

/** Loads the texts of a language; falls back to English, then to Spanish. */
export async function loadTexts(language: Language): Promise<Translations> {
  const translations = await loadTranslations(language, { 'sign-in': signInTexts }, fetchCatalogues)
  for (const [code, catalogues] of Object.entries(translations.catalogues)) {
    for (const [name, texts] of Object.entries(catalogues)) i18n.addResourceBundle(code, name, texts)
  }
  return translations
}

/** The translate function of a loaded language. */
export function createTranslate(language: Language): Translate {
  const fixed = i18n.getFixedT(language)
  return (key, variables) => String(fixed(key, { ns: namespaces, ...variables }))
}
