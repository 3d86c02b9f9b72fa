import { index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from '#features/accounts/table.ts'
import { contentKeys } from '#features/content/contract.ts'
import { languages } from '#shared/languages.ts'

/** What the team says to each other about a text. */
export const comments = pgTable(
  'comments',
  {
    id: uuid().primaryKey().defaultRandom(),
    key: text({ enum: contentKeys }).notNull(),
    language: text({ enum: languages }).notNull(),
    body: text().notNull(),
    authorId: uuid('author_id').references(() => users.id, { onDelete: 'set null' }),
    /** Who is asked to look. */
    askedId: uuid('asked_id').references(() => users.id, { onDelete: 'set null' }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    resolvedAt: timestamp('resolved_at', { withTimezone: true }),
  },
  (table) => [
    index('comments_text').on(table.key, table.language, table.createdAt),
    index('comments_asked').on(table.askedId),
  ],
)
