import { sql } from 'drizzle-orm'
import { index, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { languages } from '#shared/languages.ts'

/**
 * The texts that the search finds, copied from those of the features whenever they have changed. Large tables are searched
 * where they are.
 */
export const searchTexts = pgTable(
  'search_texts',
  {
    /** The search source that it belongs to. */
    source: text().notNull(),
    /** The thing that it is a text of, by the id that its feature gives it. */
    item: text().notNull(),
    language: text({ enum: languages }).notNull(),
    /** Tells whether it has changed since it was copied. */
    revision: text().notNull(),
    changedAt: timestamp('changed_at', { withTimezone: true }).notNull(),
    /** The words without markup. */
    text: text().notNull(),
    /** The title without case and accents. */
    foldedTitle: text('folded_title').notNull(),
    /** The title and the words without case and accents. */
    folded: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.source, table.item, table.language] }),
    index('search_texts_folded').using('gin', sql`${table.folded} gin_trgm_ops`),
  ],
)
