import type { Changer, ChangeSettings } from '#features/seo/ports.ts'
import type { LiveSettings } from '#platform/settings/live-settings.ts'
import { type Language, languages } from '#shared/languages.ts'
import { Problem } from '#shared/problem.ts'
import type { SettingDefinition } from '#shared/setting.ts'
import type { LocalizedText } from '#shared/text.ts'
import { DocumentSeo, type DocumentSeoChange, type DocumentSeoTexts } from './contract.ts'
import { documentSeoSettings } from './settings.ts'

/** The setting that holds each text. */
const textSettings = {
  documents_title_template: documentSeoSettings.titles,
  documents_description_template: documentSeoSettings.descriptions,
  documents_keywords_base: documentSeoSettings.keywords,
} as const satisfies Record<keyof DocumentSeoTexts, SettingDefinition<LocalizedText>>
const textNames = [
  'documents_title_template',
  'documents_description_template',
  'documents_keywords_base',
] as const

/** The setting of each switch. */
const switchSettings = {
  sitemap_include_documents: documentSeoSettings.inSitemap,
  analytics_track_downloads: documentSeoSettings.tracksDownloads,
} as const
const switchNames = ['sitemap_include_documents', 'analytics_track_downloads'] as const

export interface DocumentSeoOptions {
  settings: LiveSettings
  changeSettings: ChangeSettings
  /** The language whose texts have no language of their own in the API. */
  siteLanguage(): Language
}

/** What search engines are told of the pages of documents. */
export function createDocumentSeo({ settings, changeSettings, siteLanguage }: DocumentSeoOptions) {
  const textsIn = (language: Language): DocumentSeoTexts => ({
    documents_title_template: settings.get(textSettings.documents_title_template)[language] ?? '',
    documents_description_template: settings.get(textSettings.documents_description_template)[language] ?? '',
    documents_keywords_base: settings.get(textSettings.documents_keywords_base)[language] ?? '',
  })

  /** The sum of the versions of all settings, each of which only grows. */
  const version = () =>
    Object.values(documentSeoSettings)
      .map((setting) => settings.describe<unknown>(setting).version)
      .reduce((sum, one) => sum + one, 0)

  function read(): DocumentSeo {
    const own = languages.map((language) => [language, textsIn(language)] as const)
    return DocumentSeo.parse({
      ...textsIn(siteLanguage()),
      sitemap_include_documents: String(settings.get(documentSeoSettings.inSitemap)),
      analytics_track_downloads: String(settings.get(documentSeoSettings.tracksDownloads)),
      languages: Object.fromEntries(own.filter(([, texts]) => textNames.some((name) => texts[name] !== ''))),
      site_language: siteLanguage(),
      version: version(),
    })
  }

  /** The new texts of one name in all languages. */
  function mergeTexts(name: keyof DocumentSeoTexts, change: DocumentSeoChange): LocalizedText {
    const shared = change[name]
    const before = settings.get(textSettings[name])
    const site = siteLanguage()
    const merged = languages.map((language) => {
      const given = change.languages?.[language]?.[name] ?? (language === site ? shared : undefined)
      return [language, given ?? before[language] ?? ''] as const
    })
    return Object.fromEntries(merged.filter(([, text]) => text !== ''))
  }

  return {
    read,

    /**
     * Changes what is given, all or nothing. Resolves once it is in force in every process.
     * @throws {Problem} 409 when somebody else has changed it since the version that is named
     */
    async change(change: DocumentSeoChange, user: Changer): Promise<DocumentSeo> {
      if (change.version !== undefined && change.version !== version())
        throw new Problem('settings_stale', 409)
      const wanted = [
        ...textNames.map((name) => ({ setting: textSettings[name], value: mergeTexts(name, change) })),
        ...switchNames.flatMap((name) => {
          const given = change[name]
          return given === undefined ? [] : [{ setting: switchSettings[name], value: given === 'true' }]
        }),
      ]
      const changes = wanted.flatMap(({ setting, value }) => {
        const now = settings.describe<unknown>(setting)
        const isSame = JSON.stringify(now.value) === JSON.stringify(value)
        return isSame ? [] : [{ key: setting.key, value, version: now.version }]
      })
      if (changes.length > 0) await changeSettings({ changes, reason: '' }, user)
      return read()
    },
  }
}
export type DocumentSeoService = ReturnType<typeof createDocumentSeo>
