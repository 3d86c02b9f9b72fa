import { z } from 'zod'
import { languages } from '#shared/languages.ts'
import { DocumentDescriptionTemplate, DocumentKeywords, DocumentTitleTemplate } from './settings.ts'

/** A switch that the API has always had as a string. */
const Switch = z.enum(['true', 'false'], 'invalid')

/** What the pages of documents say in one language. An empty text stands for the built-in one. */
export const DocumentSeoTexts = z.object({
  documents_title_template: DocumentTitleTemplate,
  documents_description_template: DocumentDescriptionTemplate,
  documents_keywords_base: DocumentKeywords,
})
export type DocumentSeoTexts = z.infer<typeof DocumentSeoTexts>

/** What search engines are told of documents. The three texts are those of the site's language. */
export const DocumentSeo = DocumentSeoTexts.extend({
  sitemap_include_documents: Switch,
  analytics_track_downloads: Switch,
  /** The texts of all languages that have some. */
  languages: z.partialRecord(z.enum(languages, 'language_unknown'), DocumentSeoTexts),
  /** The language of the site, whose templates serve for all languages where they have no words. */
  site_language: z.enum(languages),
  /** Grows with every change; names the state that a change is based on. */
  version: z.int(),
})
export type DocumentSeo = z.infer<typeof DocumentSeo>

/** A change: what is left out stays. Texts under `languages` go before those of the site's language. */
export const DocumentSeoChange = z
  .object({
    ...DocumentSeo.omit({ version: true, languages: true, site_language: true }).partial().shape,
    languages: z.partialRecord(z.enum(languages, 'language_unknown'), DocumentSeoTexts.partial()).optional(),
    version: z.int('invalid').optional(),
  })
  .meta({
    examples: [
      {
        documents_title_template: '{{title}} · {{site}}',
        documents_description_template: '{{description}}',
        documents_keywords_base: 'firmeza',
        sitemap_include_documents: 'true',
        analytics_track_downloads: 'true',
      },
    ],
  })
export type DocumentSeoChange = z.infer<typeof DocumentSeoChange>
