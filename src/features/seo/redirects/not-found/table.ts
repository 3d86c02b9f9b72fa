import { date, index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from '#features/accounts/table.ts'

/** How often there was nothing at an address, by day. */
export const missingAddresses = pgTable(
  'missing_addresses',
  {
    /** In canonical form, without a query. */
    path: text().notNull(),
    day: date().notNull(),
    hits: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.path, table.day] }), index('missing_addresses_day').on(table.day)],
)

/** Missing addresses for which nobody wants a redirect. */
export const ignoredAddresses = pgTable('ignored_addresses', {
  path: text().primaryKey(),
  ignoredBy: uuid('ignored_by').references(() => users.id, { onDelete: 'set null' }),
  ignoredAt: timestamp('ignored_at', { withTimezone: true }).notNull(),
})
