import { integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** The settings that were ever changed. A null `value` stands for the default. */
export const settings = pgTable('settings', {
  key: text().primaryKey(),
  value: jsonb().$type<unknown>(),
  /** How often it has been changed. */
  version: integer().notNull(),
  changedAt: timestamp('changed_at', { withTimezone: true }).notNull(),
})
