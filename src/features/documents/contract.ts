import { z } from 'zod'
import { isLanguage, type Language, languages, sourceLanguage } from '#shared/languages.ts'
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
  name: z.string(),
  /** In bytes. */
  size: z.number().int(),
  lastModified: z.iso.datetime(),
  /** The address of the file on this site. */
  path: z.string(),
  /** Its title for people. */
  clean_title: z.string(),
  /** Whether it is in one language rather than for readers of all. */
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
  /** Of the documents, which need not be that of the page. */
  language: Language
  sort: DocumentSort
}

/** What the documentation page lists. */
export interface Library {
  documents: DocumentFile[]
  /** How many documents a reader of each language is offered; a language with none may be missing. */
  counts: Partial<Record<Language, number>>
}

/** What the documentation page shows, or why it cannot list the documents. */
export type LibraryState = LibraryChoice & (Library | { failure: { status: number; detail: string } })

declare module '#site/contract.ts' {
  interface PublicPages {
    docs: LibraryState | undefined
  }
}

/** Where the file that is kept under `filePath` is downloaded from. */
export function downloadPath(filePath: string): string {
  return `/files/${filePath.split('/').map(encodeURIComponent).join('/')}`
}

/** Reads a choice from the query of the documentation page; what it does not know counts as not asked for. */
export function readLibraryQuery(query: string, pageLanguage: Language): LibraryChoice {
  const asked = new URLSearchParams(query)
  const language = asked.get('language')
  const sort = documentSorts.find((one) => one === asked.get('sort'))
  return { language: isLanguage(language) ? language : pageLanguage, sort: sort ?? documentSorts[0] }
}

/** Writes a choice as the query of the documentation page, in one way only: empty for what the page shows anyway. */
export function writeLibraryQuery({ language, sort }: LibraryChoice, pageLanguage: Language): string {
  const query = new URLSearchParams()
  if (language !== pageLanguage) query.set('language', language)
  if (sort !== documentSorts[0]) query.set('sort', sort)
  return query.toString()
}
