import { createInstance } from 'i18next'
import { fallbackLanguage, type Language, languages, sourceLanguage } from '#shared/languages.ts'
import type adminTexts from '../../../../locales/es/admin.json'
import type badgeTexts from '../../../../locales/es/badge-admin.json'
import type campaignTexts from '../../../../locales/es/campaigns.json'
import type editorTexts from '../../../../locales/es/editor.json'
import type metricsTexts from '../../../../locales/es/email-metrics.json'
import type emailTemplateTexts from '../../../../locales/es/email-templates.json'
import type historyTexts from '../../../../locales/es/history.json'
import type leadTexts from '../../../../locales/es/leads.json'
import type previewTexts from '../../../../locales/es/preview.json'
import type profileTexts from '../../../../locales/es/profile.json'
import type releaseTexts from '../../../../locales/es/releases.json'
import signInTexts from '../../../../locales/es/sign-in.json'
import type translationTexts from '../../../../locales/es/translation.json'
import { type Catalogue, fetchAdminCatalogue, loadTranslations, type Translations } from './translations.ts'

type PluralForm = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other'
type WithoutPlural<Key extends string> = Key extends `${infer Stem}_${PluralForm}` ? Stem : Key
type KeysOf<Texts, Prefix extends string = ''> = {
  [Key in keyof Texts & string]: Texts[Key] extends string
    ? `${Prefix}${WithoutPlural<Key>}`
    : KeysOf<Texts[Key], `${Prefix}${Key}.`>
}[keyof Texts & string]

/**
 * A key of `locales/es/sign-in.json`, whose texts are there before anybody is signed in, or of a catalogue behind it: so
 * that a sentence that does not exist fails the type check. No two of them have a key in common.
 */
export type TextKey =
  | KeysOf<typeof signInTexts>
  | KeysOf<typeof adminTexts>
  | KeysOf<typeof badgeTexts>
  | KeysOf<typeof editorTexts>
  | KeysOf<typeof emailTemplateTexts>
  | KeysOf<typeof historyTexts>
  | KeysOf<typeof leadTexts>
  | KeysOf<typeof translationTexts>
  | KeysOf<typeof previewTexts>
  | KeysOf<typeof metricsTexts>
  | KeysOf<typeof profileTexts>
  | KeysOf<typeof releaseTexts>
  | KeysOf<typeof campaignTexts>

/** Gives a sentence of the admin with its named variables. */
export type Translate = (key: TextKey, variables?: Record<string, string | number>) => string

const i18n = createInstance()
// Resources are at hand, so this finishes before it returns.
i18n.init({
  initAsync: false,
  resources: { [sourceLanguage]: { admin: signInTexts } },
  ns: ['admin'],
  defaultNS: 'admin',
  lng: sourceLanguage,
  fallbackLng: [fallbackLanguage, sourceLanguage],
  supportedLngs: [...languages],
  interpolation: { escapeValue: false },
})

/** Adds the source language's texts of the area behind the sign-in. */
export function addBuiltInTexts(catalogue: Catalogue): void {
  i18n.addResourceBundle(sourceLanguage, 'admin', catalogue, true, true)
}

/** Loads the texts of a language, with the fallback of seed A §8. */
export async function loadTexts(language: Language): Promise<Translations> {
  const translations = await loadTranslations(language, signInTexts, fetchAdminCatalogue)
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
