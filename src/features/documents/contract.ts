import { z } from 'zod'
import { type Language, languages, sourceLanguage } from '#shared/languages.ts'
import { LanguageCode } from '#shared/parameters.ts'

/** What a document is for. */
export const documentCategories = ['manual', 'guide', 'whitepaper', 'technical', 'legal'] as const

/** Only published documents are public. */
export const documentStatuses = ['draft', 'published', 'archived'] as const
export type DocumentStatus = (typeof documentStatuses)[number]

/** The orders of the public list. The first is the usual one: those that have a language, then by file name. */
export const documentSorts = ['language', 'name', 'date', 'size'] as const
export type DocumentSort = (typeof documentSorts)[number]

/** A public file as the site lists it. */
export const DocumentFile = z.object({
  /** The name of the file as it was uploaded. */
  name: z.string().meta({ examples: ['guide.pdf'] }),
  /** In bytes. */
  size: z.number().int(),
  lastModified: z.iso.datetime(),
  /** The address of the file on this site. */
  path: z.string(),
  /** Its title for people. */
  clean_title: z.string(),
  /** Whether it is in one language; otherwise it is for readers of all languages. */
  has_language: z.boolean(),
  language_code: z.enum(languages).nullable(),
})
export type DocumentFile = z.infer<typeof DocumentFile>

export const DocumentFiles = z.object({ status: z.literal('success'), documents: z.array(DocumentFile) })
export type DocumentFiles = z.infer<typeof DocumentFiles>

export const DocumentFilesQuery = z.object({
  language: LanguageCode.default(sourceLanguage),
})

/** Which documents a reader of the documentation page asks for. */
export interface LibraryChoice {
  /** The language of the documents, which may differ from that of the page. */
  language: Language
  sort: DocumentSort
}

/** What the documentation page lists. */
export interface Library {
  documents: DocumentFile[]
  /** The number of documents for readers of each language; a language without any may be missing. */
  counts: Partial<Record<Language, number>>
}

/** The data of the documentation page, or the error that it shows instead. */
export type LibraryState = LibraryChoice & (Library | { failure: { status: number; detail: string } })

declare module '#site/contract.ts' {
  interface PublicPages {
    docs: LibraryState | undefined
  }
}
