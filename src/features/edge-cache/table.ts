import { bigint, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** What the cache in front of the product is to be purged of. A row is deleted once that is done. */
export const edgePurges = pgTable('edge_purges', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  /** The revision of the site that made it necessary. */
  revision: bigint({ mode: 'number' }).notNull(),
  keys: text().array().notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  /** When it is tried next, unless the process that published does it before. */
  dueAt: timestamp('due_at', { withTimezone: true }).notNull(),
  /** When it is done once more, for copies that were on their way when it was done first. */
  repeatAt: timestamp('repeat_at', { withTimezone: true }),
  /** When it was done first. */
  purgedAt: timestamp('purged_at', { withTimezone: true }),
  /** How often it has failed since it last was done, since when, and why. */
  failures: integer().notNull().default(0),
  failingSince: timestamp('failing_since', { withTimezone: true }),
  failure: text(),
})
