import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  customType,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { users } from '#features/accounts/table.ts'
import { languages } from '#shared/languages.ts'
import {
  documentCategories,
  documentStatuses,
  type FileReport,
  fileFailures,
  fileStates,
} from './contract.ts'

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

/** A text that is compared by its code points, whatever the rules of the database are. */
const sortKey = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' })

/**
 * The key by which a column is sorted: without case and accents, numbers by their value. Letters that are no accented ones, ñ and й,
 * come after the one that they look like.
 */
const sortKeyOf = (column: string) =>
  sql.raw(
    [
      `left(regexp_replace(regexp_replace(regexp_replace(normalize(replace(replace(lower(normalize("${column}", NFC)),`,
      `'ñ', U&'n\\FFFD'), 'й', U&'и\\FFFD'), NFKD), U&'[\\0300-\\036F]', '', 'g'),`,
      `'([0-9]+)', '00000000000\\1', 'g'), '[0-9]*([0-9]{12})', '\\1', 'g'), 200)`,
    ].join(' '),
  )

/** The documents of the library, each with what is known of the file that it serves. */
export const documents = pgTable(
  'documents',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** Its public address: `/files/<slug>.pdf`. It follows the title until the document is first published. */
    slug: text().notNull(),
    title: text().notNull(),
    description: text().notNull().default(''),
    keywords: text().notNull().default(''),
    category: text({ enum: documentCategories }).notNull(),
    status: text({ enum: documentStatuses }).notNull().default('draft'),
    /** The number of the version that is served. */
    versionNumber: integer('version_number').notNull().default(1),
    originalFilename: text('original_filename').notNull(),
    /** The name of the file in the file store. */
    filePath: text('file_path').notNull(),
    /** In bytes. */
    fileSize: bigint('file_size', { mode: 'number' }).notNull(),
    /** Its SHA-256 in hexadecimal. */
    fileDigest: text('file_digest').notNull().default(''),
    fileModifiedAt: timestamp('file_modified_at', { withTimezone: true }).notNull(),
    pageCount: integer('page_count'),
    /** Title, description, keywords and file name, folded. */
    searchText: text('search_text').notNull().default(''),
    /** Null for a document for readers of all languages. */
    mappedLanguage: text('mapped_language', { enum: languages }),
    /** What documents have in common that are the same one in several languages. */
    familyId: uuid('family_id'),
    nameKey: sortKey('name_key').generatedAlwaysAs(sortKeyOf('original_filename')),
    titleKey: sortKey('title_key').generatedAlwaysAs(sortKeyOf('title')),
    isFeatured: boolean('is_featured').notNull().default(false),
    totalDownloads: integer('total_downloads').notNull().default(0),
    createdBy: uuid('created_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
    /** When it was last published, even if it no longer is. */
    publishedAt: timestamp('published_at', { withTimezone: true }),
    /** When it was put into the bin, from which it can be taken back for 30 days. */
    deletedAt: timestamp('deleted_at', { withTimezone: true }),
  },
  (table) => [
    uniqueIndex('documents_file_path').on(table.filePath),
    uniqueIndex('documents_slug').on(table.slug),
    uniqueIndex('documents_family')
      .on(table.familyId, table.mappedLanguage)
      .where(sql`${table.familyId} IS NOT NULL`),
    check('documents_family_language', sql`${table.familyId} IS NULL OR ${table.mappedLanguage} IS NOT NULL`),
    index('documents_published')
      .on(table.mappedLanguage, table.nameKey)
      .where(sql`${table.status} = 'published'`),
    index('documents_published_newest')
      .on(table.fileModifiedAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`${table.status} = 'published'`),
    index('documents_deleted').on(table.deletedAt).where(sql`${table.deletedAt} IS NOT NULL`),
  ],
)

/** The files that were uploaded for a document, the newest last. */
export const documentVersions = pgTable(
  'document_versions',
  {
    documentId: uuid('document_id')
      .notNull()
      .references(() => documents.id, { onDelete: 'cascade' }),
    number: integer().notNull(),
    /** The folder of its files in the file store, `documents/<key>/`. */
    key: uuid().notNull(),
    originalFilename: text('original_filename').notNull(),
    filePath: text('file_path').notNull(),
    fileSize: bigint('file_size', { mode: 'number' }).notNull(),
    fileDigest: text('file_digest').notNull(),
    state: text({ enum: fileStates }).notNull(),
    /** Why the file is not served: a code of `documents.json` under `failures`. */
    failure: text({ enum: fileFailures }),
    /** Whether its author, its path and its producer are to be removed. */
    cleansMetadata: boolean('cleans_metadata').notNull(),
    pageCount: integer('page_count'),
    /** What was found in the file. */
    report: jsonb().$type<FileReport>(),
    /** How many pages have been read for the search. */
    pagesRead: integer('pages_read').notNull().default(0),
    /** Whether no more pages will be read. */
    isRead: boolean('is_read').notNull().default(false),
    /** Until when a process has it to read. */
    takenUntil: timestamp('taken_until', { withTimezone: true }),
    createdBy: uuid('created_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.documentId, table.number] }),
    uniqueIndex('document_versions_key').on(table.key),
    index('document_versions_unfinished')
      .on(table.createdAt)
      .where(sql`${table.state} = 'processing' OR (${table.state} = 'ready' AND NOT ${table.isRead})`),
  ],
)

/** The text of the pages of a version. */
export const documentPages = pgTable(
  'document_pages',
  {
    documentId: uuid('document_id').notNull(),
    number: integer().notNull(),
    page: integer().notNull(),
    words: text().notNull(),
    /** Its words by the rules of the document's language. */
    vector: tsvector().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.documentId, table.number, table.page] }),
    index('document_pages_vector').using('gin', table.vector),
    foreignKey({
      columns: [table.documentId, table.number],
      foreignColumns: [documentVersions.documentId, documentVersions.number],
    }).onDelete('cascade'),
  ],
)

/** Files that are arriving, so that what is left of those that never did can be found. */
export const documentUploads = pgTable('document_uploads', {
  key: uuid().primaryKey(),
  /** When it last moved on. */
  aliveAt: timestamp('alive_at', { withTimezone: true }).notNull(),
})

/** How often a document was downloaded on each day. */
export const documentDownloads = pgTable(
  'document_downloads',
  {
    documentId: uuid('document_id')
      .notNull()
      .references(() => documents.id, { onDelete: 'cascade' }),
    day: date().notNull(),
    downloads: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.documentId, table.day] })],
)
