import { z } from 'zod'
import { type Language, languages, sourceLanguage } from '#shared/languages.ts'
import type { LiveTopic } from '#shared/live/topic.ts'
import { pageQuery } from '#shared/paging.ts'
import { LanguageCode } from '#shared/parameters.ts'
import { linesText, nameText, text } from '#shared/text.ts'
import { isPeriod, periodFault, periodFields } from '#shared/time/periods.ts'
import { documentPermissions } from './permissions.ts'

/** Documents, or what is known of their files, have changed. */
export const documentsChanged: LiveTopic = {
  name: 'documents',
  permission: documentPermissions.read,
}

/** What a document is for. */
export const documentCategories = ['manual', 'guide', 'whitepaper', 'technical', 'legal'] as const

/** Only published documents are public. */
export const documentStatuses = ['draft', 'published', 'archived'] as const
export type DocumentStatus = (typeof documentStatuses)[number]

/** `processing`: its pages are being read; `failed`: it is not served. */
export const fileStates = ['processing', 'ready', 'failed'] as const
export type FileState = (typeof fileStates)[number]

/** What a PDF may hold that can harm its readers. Links to the web are none of it. */
export const fileDangers = [
  'javascript',
  'launch',
  'embeddedFiles',
  'formScripts',
  'xfa',
  'externalFiles',
] as const
export type FileDanger = (typeof fileDangers)[number]

/** Why a file is not served: codes of `documents.json` under `failures`. */
export const fileFailures = ['broken', 'encrypted', 'costly', 'dangerous', 'empty', 'missing'] as const
export type FileFailure = (typeof fileFailures)[number]

/** An entry of a document's outline; `level` counts from 0. */
const OutlineEntry = z.object({
  title: z.string(),
  page: z.number().int().nullable(),
  level: z.number().int(),
})
export type OutlineEntry = z.infer<typeof OutlineEntry>

/** What was found in a file. */
export const FileReport = z.object({
  dangers: z.array(z.enum(fileDangers)),
  /** What the file says about itself. */
  metadata: z.object({
    title: z.string().nullable(),
    author: z.string().nullable(),
    producer: z.string().nullable(),
    /** The language of its text, as the file has it. */
    language: z.string().nullable(),
  }),
  /** Whether screen readers know its headings and the order of its text. */
  is_tagged: z.boolean(),
  is_signed: z.boolean(),
  /** Whether author, path and producer were removed. */
  is_cleaned: z.boolean(),
  outline: z.array(OutlineEntry),
  /** How many of its pages, from the first, are stored as pictures. */
  pictures: z.number().int(),
})
export type FileReport = z.infer<typeof FileReport>

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

/** The newest public files, with what the team finds their documents by. */
export const RecentDocuments = z.object({
  status: z.literal('success'),
  documents: z.array(DocumentFile.extend({ id: z.uuid() })),
})
export type RecentDocuments = z.infer<typeof RecentDocuments>

/** What the team is told of the newest file of a document. */
const FileEntry = z.object({
  number: z.number().int(),
  original_filename: z.string(),
  file_size: z.number().int(),
  page_count: z.number().int().nullable(),
  /** Its SHA-256 in hexadecimal. */
  digest: z.string(),
  state: z.enum(fileStates),
  failure: z.enum(fileFailures).nullable(),
  report: FileReport.nullable(),
  /** How many pages the search finds; all of them have been read once `is_read` is true. */
  pages_read: z.number().int(),
  is_read: z.boolean(),
  created_at: z.iso.datetime(),
  created_by: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  /** Whether it is the version that is served. */
  is_current: z.boolean(),
})
export type FileEntry = z.infer<typeof FileEntry>

/** A document as the team sees it in the list. */
export const DocumentEntry = z.object({
  id: z.uuid(),
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  keywords: z.string(),
  category: z.enum(documentCategories),
  status: z.enum(documentStatuses),
  original_filename: z.string(),
  /** In bytes. */
  file_size: z.number().int(),
  page_count: z.number().int().nullable(),
  /** Absent for a document for readers of all languages. */
  mapped_language: z.enum(languages).optional(),
  is_featured: z.boolean(),
  total_views: z.number().int(),
  total_downloads: z.number().int(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  published_at: z.iso.datetime().nullable(),
  deleted_at: z.iso.datetime().nullable(),
  /** The public address of its file, which answers while the document is published. */
  download_url: z.string(),
  /** A picture of its first page, at an address that works for some hours; null where there is none. */
  cover_url: z.string().nullable(),
  /** The state of its newest file, which may not be the one that is served yet. */
  file_state: z.enum(fileStates),
  file_failure: z.enum(fileFailures).nullable(),
  /** What in the newest file can harm readers; once that is ready, in the one that is served. */
  dangers: z.array(z.enum(fileDangers)),
  /** The other languages in which it exists as a document of its own. */
  family: z.array(z.enum(languages)),
})
export type DocumentEntry = z.infer<typeof DocumentEntry>

/** The same document in another language. */
export const DocumentVariant = z.object({
  id: z.uuid(),
  title: z.string(),
  language: z.enum(languages),
  status: z.enum(documentStatuses),
  deleted_at: z.iso.datetime().nullable(),
})
export type DocumentVariant = z.infer<typeof DocumentVariant>

/** How many documents are proposed at once for a family. */
export const mostCandidates = 20

export const FamilyAddition = z
  .object({ document_id: z.uuid('invalid') })
  .meta({ examples: [{ document_id: '0197c1c0-1111-4222-8333-444455556666' }] })

/** A document with all versions of its file, the newest first. */
export const DocumentDetails = DocumentEntry.extend({
  /** The others of its family, also those in the bin. */
  variants: z.array(DocumentVariant),
  versions: z.array(FileEntry),
  /** A larger picture of its first page, as `cover_url`. */
  picture_url: z.string().nullable(),
})
export type DocumentDetails = z.infer<typeof DocumentDetails>

/** The columns that the list of the team can be sorted by. */
export const documentColumns = ['created_at', 'updated_at', 'title', 'file_size', 'total_downloads'] as const
export type DocumentColumn = (typeof documentColumns)[number]

/** A filter of the list: `all` and nothing mean the same. */
const anyOr = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.preprocess(
    (value) => (value === 'all' || value === '' ? undefined : value),
    z.enum(values, 'invalid').optional(),
  )

/** `deleted` is the bin. */
export const documentFilters = {
  status: [...documentStatuses, 'deleted'],
  language: [...languages, 'universal'],
} as const

export const DocumentListQuery = z.object({
  status: anyOr(documentFilters.status),
  language: anyOr(documentFilters.language),
  category: anyOr(documentCategories),
  search: text(200).default(''),
  sortBy: z.enum(documentColumns, 'invalid').default('created_at'),
  sortOrder: z.enum(['asc', 'desc'], 'invalid').default('desc'),
  ...pageQuery,
})
export type DocumentListQuery = z.infer<typeof DocumentListQuery>

/** The longest texts of a document, in characters. */
export const documentLimits = { title: 200, description: 2_000, keywords: 500 } as const

const describing = {
  title: nameText(documentLimits.title, 'title_required').pipe(z.string().min(1, 'title_required')),
  description: linesText(documentLimits.description).default(''),
  keywords: text(documentLimits.keywords).default(''),
  category: z.enum(documentCategories, 'category_unknown'),
}

/** Texts from a form, where every value is a string. */
const checkbox = z
  .enum(['true', 'false', 'on', ''], 'invalid')
  .default('')
  .transform((value) => value === 'true' || value === 'on')

/** What is sent with an uploaded file. Without a language, that of its name's prefix; an empty one means all readers. */
export const UploadFields = z.object({
  ...describing,
  category: describing.category.default('guide'),
  mapped_language: z.preprocess((code) => (code === '' ? null : code), LanguageCode.nullable().optional()),
  is_featured: checkbox,
  /** Removes author, path and producer; by default as the settings say. */
  clean_metadata: z.enum(['true', 'false'], 'invalid').optional(),
})
export type UploadFields = z.infer<typeof UploadFields>

/** The fields of a document that are edited; a language that is not sent stays as it is, null means all readers. */
export const DocumentChange = z
  .object({
    ...describing,
    is_featured: z.boolean('invalid').default(false),
    mapped_language: LanguageCode.nullable().optional(),
    /** `updated_at` of the document that was edited: if it has changed since, this is refused. */
    updated_at: z.iso.datetime().optional(),
  })
  .meta({
    examples: [
      { title: 'Quick guide', description: '', keywords: '', category: 'guide', is_featured: false },
    ],
  })
export type DocumentChange = z.infer<typeof DocumentChange>

export const Publication = z.object({
  document_id: z.uuid('invalid').optional(),
  publish_immediately: z.literal(true, 'invalid').default(true),
})

export const bulkOperations = ['publish', 'unpublish', 'archive', 'delete', 'recover'] as const
export type BulkOperation = (typeof bulkOperations)[number]

/** How many documents one bulk operation may change. */
export const bulkLimit = 200

export const BulkOrder = z
  .object({
    document_ids: z
      // In one spelling, in which no document is there twice and all are locked in the same order.
      .array(z.uuid('invalid').toLowerCase(), 'bulk_empty')
      .min(1, 'bulk_empty')
      .max(bulkLimit, 'bulk_too_many'),
    operation: z.enum(bulkOperations, 'bulk_empty'),
    parameters: z.record(z.string(), z.unknown()).optional(),
  })
  .meta({ examples: [{ document_ids: ['0197c1c0-1111-4222-8333-444455556666'], operation: 'publish' }] })
export type BulkOrder = z.infer<typeof BulkOrder>

/** What became of each document; `reason` is a sentence in the reader's language. */
export const BulkResult = z.object({
  success_count: z.number().int(),
  failed_count: z.number().int(),
  failures: z.array(z.object({ id: z.uuid(), reason: z.string() })),
})
export type BulkResult = z.infer<typeof BulkResult>

/** An address at which one version can be read for some minutes, also of a document that is not published. */
export const FileLink = z.object({ url: z.string() })
export type FileLink = z.infer<typeof FileLink>

/** The period of the figures. */
export const DocumentFigureQuery = z.object(periodFields).refine(isPeriod, periodFault)

const seconds = z.number().nullable()
const Downloaded = z.object({
  id: z.uuid(),
  title: z.string(),
  download_count: z.number().int(),
  /** In bytes. */
  file_size: z.number().int(),
})
/** How documents were read in a period. Visitors are those of one day: who comes on two days is counted twice. */
export const DocumentFigures = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  total_downloads: z.number().int(),
  total_views: z.number().int(),
  unique_visitors: z.number().int(),
  /** In seconds; null while none is known. */
  avg_time_on_page: seconds,
  most_downloaded: z.array(Downloaded),
  /** Those that were downloaded or viewed most. */
  documents: z.array(
    Downloaded.extend({
      views: z.number().int(),
      unique_visitors: z.number().int(),
      avg_time_on_page: seconds,
    }),
  ),
  daily_stats: z.array(
    z.object({
      day: z.iso.date(),
      views: z.number().int(),
      downloads: z.number().int(),
      unique_visitors: z.number().int(),
    }),
  ),
  time_zone: z.string(),
  last_updated: z.iso.datetime(),
})
export type DocumentFigures = z.infer<typeof DocumentFigures>

/** The text of one page of a version. */
export const PageText = z.object({
  version: z.number().int(),
  page: z.number().int(),
  /** Empty for a page without text, such as a scanned one. */
  text: z.string(),
  /** Whether it has been read: while the pages of a file are being read, the text of the later ones is not known yet. */
  is_read: z.boolean(),
})
export type PageText = z.infer<typeof PageText>

/** What an upload may be, and how much room there is. */
export const UploadLimits = z.object({
  /** The largest file, in megabytes. */
  size_limit: z.number().int(),
  cleans_metadata: z.boolean(),
  /** Bytes of the file store that are in use, and that may be. */
  storage: z.object({ used: z.number().int(), quota: z.number().int().nullable() }),
})
export type UploadLimits = z.infer<typeof UploadLimits>

export const DocumentFilesQuery = z.object({
  language: LanguageCode.default(sourceLanguage),
})

/** A document as the site lists it. */
export interface ListedDocument extends DocumentFile {
  slug: string
  description: string
  category: (typeof documentCategories)[number]
  page_count: number | null
  /** Whether there is a picture of its first page. */
  has_cover: boolean
  is_featured: boolean
}

/** A public document that is the same as another one, in its own language. */
export interface PublicVariant {
  slug: string
  title: string
  language: Language
}

/** A document of the public list with the others of its family that are public. */
export interface LibraryEntry extends ListedDocument {
  variants: readonly PublicVariant[]
}

/** A document that a search has found, with the passage where that is inside it. */
export interface FoundDocument {
  document: ListedDocument
  passage: { page: number; parts: readonly { text: string; isMatch: boolean }[] } | null
}

/** The longest query, in characters. */
export const longestQuery = 200

/** What the page of the search shows. */
export interface DocumentSearchPage {
  query: string
  /** The language of the documents, which may differ from that of the page. */
  language: Language
  found: readonly FoundDocument[]
}

/** A document on a page of its own. */
export interface DocumentPage extends LibraryEntry {
  /** The address of the one of its family that is offered in languages that have none; undefined where it has no family. */
  fallback: string | undefined
  keywords: string
  published_at: string
  /** The SHA-256 of its file in hexadecimal. */
  digest: string
  outline: readonly OutlineEntry[]
  /** How many of its pages, from the first, are shown as pictures. */
  pictures: number
  dangers: readonly FileDanger[]
}

/** Which documents a reader of the documentation page asks for. */
export interface LibraryChoice {
  /** The language of the documents, which may differ from that of the page. */
  language: Language
  sort: DocumentSort
  /** Undefined for all of them. */
  category: (typeof documentCategories)[number] | undefined
  /** Counts from 1. */
  page: number
}

/** What the documentation page lists. */
export interface Library {
  documents: LibraryEntry[]
  /** How many pages the list has. */
  pages: number
  /** The number of documents for readers of each language; a language without any may be missing. */
  counts: Partial<Record<Language, number>>
}

/** The data of the documentation page, or the error that it shows instead. */
export type LibraryState = LibraryChoice & (Library | { failure: { status: number; detail: string } })

declare module '#site/contract.ts' {
  interface PublicPages {
    docs: LibraryState | undefined
  }
  interface ItemPages {
    document: DocumentPage
  }
  interface PersonalPages {
    'document-search': DocumentSearchPage
  }
}
