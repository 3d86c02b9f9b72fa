import { bigint, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** One row: how often anything that public answers are made of has changed. */
export const siteRevision = pgTable('site_revision', {
  id: integer().primaryKey(),
  revision: bigint({ mode: 'number' }).notNull(),
})

/** Requests an hour and client, added up over all processes. `client` is a keyed hash, never an address. */
export const requestCounts = pgTable('request_counts', {
  client: text().primaryKey(),
  count: integer().notNull(),
  resetsAt: timestamp('resets_at', { withTimezone: true }).notNull(),
})
