import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { languages } from '#shared/languages.ts'
import { documentCategories, documentStatuses } from './contract.ts'

/** The documents of the library. Their files are in the file store. */
export const documents = pgTable(
  'documents',
  {
    id: uuid().primaryKey().defaultRandom(),
    title: text().notNull(),
    description: text().notNull().default(''),
    keywords: text().notNull().default(''),
    category: text({ enum: documentCategories }).notNull(),
    status: text({ enum: documentStatuses }).notNull().default('draft'),
    originalFilename: text('original_filename').notNull(),
    /** The path of the file in the file store, such as `documents/<id>/<name>`; the site serves it under `/files/`. */
    filePath: text('file_path').notNull(),
    /** In bytes. */
    fileSize: bigint('file_size', { mode: 'number' }).notNull(),
    fileModifiedAt: timestamp('file_modified_at', { withTimezone: true }).notNull(),
    pageCount: integer('page_count'),
    /** Null for a document for readers of all languages. */
    mappedLanguage: text('mapped_language', { enum: languages }),
    isFeatured: boolean('is_featured').notNull().default(false),
    totalViews: integer('total_views').notNull().default(0),
    totalDownloads: integer('total_downloads').notNull().default(0),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
    /** When it was last published, even if it no longer is. */
    publishedAt: timestamp('published_at', { withTimezone: true }),
  },
  (table) => [
    uniqueIndex('documents_file_path').on(table.filePath),
    index('documents_published').on(table.mappedLanguage).where(sql`${table.status} = 'published'`),
    index('documents_published_newest')
      .on(table.fileModifiedAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`${table.status} = 'published'`),
  ],
)
