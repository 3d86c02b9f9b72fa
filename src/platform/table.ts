import { bigint, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** One row: the number of changes of public data. */
export const siteRevision = pgTable('site_revision', {
  id: integer().primaryKey(),
  revision: bigint({ mode: 'number' }).notNull(),
})

/** Requests per hour and client over all processes. `client` is a keyed hash, never an address. */
export const requestCounts = pgTable('request_counts', {
  client: text().primaryKey(),
  count: integer().notNull(),
  resetsAt: timestamp('resets_at', { withTimezone: true }).notNull(),
})
