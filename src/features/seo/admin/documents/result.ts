import { type Catalogue, readText } from '#admin/kit/texts/translations.ts'
import { seoDescriptionLimit } from '#features/content/model.ts'
import type { DocumentEntry } from '#features/documents/contract.ts'
import { documentPath, shorten } from '#features/documents/model.ts'
import { describeByTemplates } from '#features/seo/documents/model.ts'
import { fillTemplate, findTemplate, plainTitleTemplate } from '#features/seo/templates/model.ts'
import { type Language, languages } from '#shared/languages.ts'
import type { LocalizedText } from '#shared/text.ts'
import type { DocumentSeoDraft } from './draft.ts'

/** The document to show: the first in the language, else the first for all languages, else the first. */
export function chooseDocument(
  documents: readonly DocumentEntry[],
  language: Language,
): DocumentEntry | undefined {
  return (
    documents.find(({ mapped_language }) => mapped_language === language) ??
    documents.find(({ mapped_language }) => mapped_language === undefined) ??
    documents[0]
  )
}

interface ResultOptions {
  draft: DocumentSeoDraft
  language: Language
  siteLanguage: Language
  site: string
  document: DocumentEntry | undefined
  /** The texts of the site in the language. */
  catalogues: Catalogue
}

/** What a search engine would show of a document with what is typed. */
export function describeResult(options: ResultOptions): { path: string; title: string; description: string } {
  const { draft, language, siteLanguage, site, document, catalogues } = options
  const place = { language, siteLanguage }
  const title = document?.title ?? readText(catalogues, ['documents', 'title'])
  const builtIn = fillTemplate(readText(catalogues, ['documents', 'page', 'description']), {
    title,
    name: site,
  })
  const described = describeByTemplates(
    {
      ...{ title, site },
      description: document?.description || builtIn,
      category: readText(catalogues, ['documents', 'categories', document?.category ?? 'guide']),
      pages: document?.page_count ? new Intl.NumberFormat(language).format(document.page_count) : '',
    },
    {
      title: findTemplate(textsOf(draft, 'documents_title_template'), place),
      description: findTemplate(textsOf(draft, 'documents_description_template'), place),
    },
  )
  return {
    path: `/${language}${documentPath(document?.slug ?? '')}`,
    title: described.title || fillTemplate(plainTitleTemplate, { title, site }),
    description: shorten(described.description, seoDescriptionLimit),
  }
}

function textsOf(
  { texts }: DocumentSeoDraft,
  name: 'documents_title_template' | 'documents_description_template',
): LocalizedText {
  return Object.fromEntries(
    languages.map((code) => [code, texts[code][name].trim()]).filter(([, text]) => text),
  )
}
