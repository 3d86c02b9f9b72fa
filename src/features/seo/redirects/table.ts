import { sql } from 'drizzle-orm'
import { index, integer, pgTable, smallint, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from '#features/accounts/table.ts'
import type { RedirectKind } from './model.ts'

/** Former addresses of the site and where they lead. */
export const redirects = pgTable(
  'redirects',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** The former address in canonical form. */
    source: text().notNull(),
    /** Null for what is gone. */
    target: text(),
    kind: smallint().$type<RedirectKind>().notNull(),
    note: text().notNull(),
    hits: integer().notNull().default(0),
    lastHitAt: timestamp('last_hit_at', { withTimezone: true }),
    createdBy: uuid('created_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
    /** Kept for a while, so that it can be put back. */
    deletedAt: timestamp('deleted_at', { withTimezone: true }),
  },
  (table) => [
    uniqueIndex('redirects_source').on(table.source).where(sql`${table.deletedAt} IS NULL`),
    index('redirects_list').on(table.createdAt.desc(), table.id).where(sql`${table.deletedAt} IS NULL`),
  ],
)

export type RedirectRow = typeof redirects.$inferSelect
