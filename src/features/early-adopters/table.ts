import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { languages } from '#shared/languages.ts'
import { segments } from '#shared/segments.ts'

/** Who joined the programme. `emailKey` is the address without case, by which a person is known. */
export const earlyAdopters = pgTable(
  'early_adopters',
  {
    id: uuid().primaryKey(),
    email: text().notNull(),
    emailKey: text('email_key').notNull(),
    name: text().notNull(),
    company: text(),
    segment: text({ enum: segments }).notNull(),
    interests: text().array().notNull(),
    language: text({ enum: languages }).notNull(),
    consentedAt: timestamp('consented_at', { withTimezone: true }).notNull(),
    /** Hash of the consent sentence that was shown, which names its text and language. */
    consentText: text('consent_text').notNull(),
    /** Name, e-mail and company without case and accents, for the search. */
    searchText: text('search_text').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    uniqueIndex('early_adopters_email_key').on(table.emailKey),
    index('early_adopters_newest').on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('early_adopters_segment_newest').on(
      table.segment,
      table.createdAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index('early_adopters_search').using('gin', sql`${table.searchText} gin_trgm_ops`),
  ],
)

/** How many early adopters each segment has, kept by a trigger so that counting costs the same at any size. */
export const earlyAdopterCounts = pgTable('early_adopter_counts', {
  segment: text({ enum: segments }).primaryKey(),
  total: integer().notNull(),
})
