import { index, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from '#features/accounts/table.ts'

/** Keys with which programs call the API. Only a hash of the token is stored. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: uuid().primaryKey().defaultRandom(),
    name: text().notNull(),
    tokenHash: text('token_hash').notNull(),
    /** The beginning of the token. */
    hint: text().notNull(),
    scopes: text().array().notNull(),
    /** In whose name it calls; it is gone with them. */
    createdBy: uuid('created_by')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    /** Null for never. */
    expiresAt: timestamp('expires_at', { withTimezone: true }),
    lastUsedAt: timestamp('last_used_at', { withTimezone: true }),
    revokedAt: timestamp('revoked_at', { withTimezone: true }),
  },
  (table) => [
    uniqueIndex('api_keys_token_hash').on(table.tokenHash),
    index('api_keys_created_by').on(table.createdBy),
  ],
)

export type ApiKeyRow = typeof apiKeys.$inferSelect
