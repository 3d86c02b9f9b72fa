import { sql } from 'drizzle-orm'
import {
  boolean,
  date,
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
import { contentActionNames, contentKeys, type UnsavedText } from './contract.ts'

/** Every version of every text. A version never changes, apart from whether it is published and confirmed. */
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
    /** Fingerprints of the source text's published blocks when this translation was made or last confirmed. */
    basis: jsonb().$type<string[]>(),
    /** `machine` for a machine translation until a person confirms it. */
    madeBy: text('made_by', { enum: ['person', 'machine'] })
      .notNull()
      .default('person'),
    /** The version that this one brought back. */
    restoredFrom: integer('restored_from'),
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

/** The history of all texts. Rows are never deleted. */
export const contentActions = pgTable(
  'content_actions',
  {
    id: uuid().primaryKey().defaultRandom(),
    at: timestamp({ withTimezone: true }).notNull(),
    action: text({ enum: contentActionNames }).notNull(),
    key: text({ enum: contentKeys }).notNull(),
    language: text({ enum: languages }).notNull(),
    version: integer().notNull(),
    /** Nobody when the product itself did it, as at a scheduled time, or when the user is gone. */
    actorId: uuid('actor_id').references(() => users.id, { onDelete: 'set null' }),
  },
  (table) => [index('content_actions_text').on(table.key, table.language, table.at.desc().nullsFirst())],
)

/** Who translates a text until when. A text without both has no row. */
export const contentAssignments = pgTable(
  'content_assignments',
  {
    key: text({ enum: contentKeys }).notNull(),
    language: text({ enum: languages }).notNull(),
    ownerId: uuid('owner_id').references(() => users.id, { onDelete: 'set null' }),
    dueOn: date('due_on'),
  },
  (table) => [primaryKey({ columns: [table.key, table.language] })],
)

/** Who has a text open right now: one row per open editor, forgotten soon after it was last seen. */
export const contentPresence = pgTable(
  'content_presence',
  {
    key: text({ enum: contentKeys }).notNull(),
    /** A random id of the open editor, so that one user with two tabs counts as two. */
    editor: uuid().notNull(),
    language: text({ enum: languages }).notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    seenAt: timestamp('seen_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.key, table.editor] })],
)

/** What somebody has typed and not saved, so that another browser can go on with it. */
export const contentDrafts = pgTable(
  'content_drafts',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    key: text({ enum: contentKeys }).notNull(),
    language: text({ enum: languages }).notNull(),
    /** The window in which it was typed. */
    editor: uuid().notNull(),
    base: jsonb().$type<UnsavedText['base']>().notNull(),
    fields: jsonb().$type<UnsavedText['fields']>().notNull(),
    savedAt: timestamp('saved_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.key, table.language] })],
)
