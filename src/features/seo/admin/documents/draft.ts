import type { DocumentSeo, DocumentSeoChange, DocumentSeoTexts } from '#features/seo/documents/contract.ts'
import { type Language, languages } from '#shared/languages.ts'

/** What is typed: every language has its texts, which may be empty. */
export interface DocumentSeoDraft {
  texts: Record<Language, DocumentSeoTexts>
  isInSitemap: boolean
  tracksDownloads: boolean
}

const noTexts: DocumentSeoTexts = {
  documents_title_template: '',
  documents_description_template: '',
  documents_keywords_base: '',
}

export function toDraft(stored: DocumentSeo): DocumentSeoDraft {
  const textsOf = (language: Language) => stored.languages[language] ?? noTexts
  return {
    texts: {
      en: textsOf('en'),
      es: textsOf('es'),
      fr: textsOf('fr'),
      de: textsOf('de'),
      it: textsOf('it'),
      pt: textsOf('pt'),
      ru: textsOf('ru'),
      zh: textsOf('zh'),
      ar: textsOf('ar'),
      hi: textsOf('hi'),
    },
    isInSitemap: stored.sitemap_include_documents === 'true',
    tracksDownloads: stored.analytics_track_downloads === 'true',
  }
}

export function toChange(
  { texts, isInSitemap, tracksDownloads }: DocumentSeoDraft,
  version: number,
): DocumentSeoChange {
  return {
    languages: texts,
    sitemap_include_documents: isInSitemap ? 'true' : 'false',
    analytics_track_downloads: tracksDownloads ? 'true' : 'false',
    version,
  }
}

export function isSameDraft(one: DocumentSeoDraft, other: DocumentSeoDraft): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** The languages whose texts differ. */
export function listChanged(one: DocumentSeoDraft, other: DocumentSeoDraft): Language[] {
  return languages.filter((code) => JSON.stringify(one.texts[code]) !== JSON.stringify(other.texts[code]))
}

/** The first language of which the server has refused a text; errors are by the path of their field. */
export function findRefusedLanguage(errors: Readonly<Record<string, unknown>>): Language | undefined {
  return languages.find((code) => Object.keys(errors).some((field) => field.startsWith(`languages.${code}.`)))
}
