import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from '#features/accounts/table.ts'
import { languages } from '#shared/languages.ts'
import { contentKeys } from './contract.ts'

/** Every version of every text. A version is never changed once saved, but for whether it is published. */
export const contentVersions = pgTable(
  'content_versions',
  {
    id: uuid().primaryKey().defaultRandom(),
    key: text({ enum: contentKeys }).notNull(),
    language: text({ enum: languages }).notNull(),
    version: integer().notNull(),
    content: text().notNull(),
    published: boolean().notNull(),
    seoTitle: text('seo_title').notNull(),
    seoDescription: text('seo_description').notNull(),
    seoKeywords: text('seo_keywords').notNull(),
    authorId: uuid('author_id').references(() => users.id, { onDelete: 'set null' }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    uniqueIndex('content_versions_version').on(table.key, table.language, table.version.desc().nullsFirst()),
    uniqueIndex('content_versions_published').on(table.key, table.language).where(sql`${table.published}`),
    index('content_versions_newest').on(table.key, table.createdAt.desc().nullsFirst()),
  ],
)
