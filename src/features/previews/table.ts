import { boolean, index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from '#features/accounts/table.ts'
import { contentKeys } from '#features/content/contract.ts'
import { languages } from '#shared/languages.ts'

/** Previews of unsaved texts. Only a hash of the link's token is stored. */
export const previews = pgTable(
  'previews',
  {
    id: uuid().primaryKey().defaultRandom(),
    tokenHash: text('token_hash').notNull().unique(),
    key: text({ enum: contentKeys }).notNull(),
    language: text({ enum: languages }).notNull(),
    content: text().notNull(),
    seoTitle: text('seo_title').notNull(),
    seoDescription: text('seo_description').notNull(),
    seoKeywords: text('seo_keywords').notNull(),
    /** Whether it was made to be handed out, so that it is listed and no other preview replaces it. */
    isShared: boolean('is_shared').notNull().default(false),
    authorId: uuid('author_id').references(() => users.id, { onDelete: 'cascade' }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('previews_expiry').on(table.expiresAt)],
)
