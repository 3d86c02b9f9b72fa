import { index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from '#features/accounts/table.ts'
import { contentKeys } from '#features/content/contract.ts'
import { languages } from '#shared/languages.ts'
import { releaseStatuses } from './contract.ts'

/** Texts that are published or unpublished together, immediately or at a set time. */
export const releases = pgTable(
  'releases',
  {
    id: uuid().primaryKey().defaultRandom(),
    name: text().notNull(),
    status: text({ enum: releaseStatuses }).notNull().default('draft'),
    /** When it goes live; null if it is not scheduled. */
    dueAt: timestamp('due_at', { withTimezone: true }),
    liveAt: timestamp('live_at', { withTimezone: true }),
    rolledBackAt: timestamp('rolled_back_at', { withTimezone: true }),
    /** Why it failed: the code, key and language of the contract's failure, with spaces between. */
    failure: text(),
    authorId: uuid('author_id').references(() => users.id, { onDelete: 'set null' }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    index('releases_due').on(table.status, table.dueAt),
    index('releases_newest').on(table.createdAt.desc().nullsFirst()),
  ],
)

/** One text of a release. */
export const releaseItems = pgTable(
  'release_items',
  {
    releaseId: uuid('release_id')
      .notNull()
      .references(() => releases.id, { onDelete: 'cascade' }),
    key: text({ enum: contentKeys }).notNull(),
    language: text({ enum: languages }).notNull(),
    /** The version to publish; null to unpublish the text. */
    version: integer(),
    /** The version that was published before, for rolling back; null if there was none or it is not live yet. */
    previousVersion: integer('previous_version'),
  },
  (table) => [primaryKey({ columns: [table.releaseId, table.key, table.language] })],
)
