import { index, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from '#features/accounts/table.ts'
import type { Alternatives } from './contract.ts'

/** Pictures that the team has uploaded for its texts. The files are in the file store, by digest. */
export const pictures = pgTable(
  'pictures',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** SHA-256 of the file as it was uploaded: the same picture twice is one. */
    digest: text().notNull().unique(),
    filename: text().notNull(),
    type: text().notNull(),
    /** In pixels, upright. */
    width: integer().notNull(),
    height: integer().notNull(),
    /** In bytes, as uploaded. */
    size: integer().notNull(),
    /** The alternative text that is proposed in each language. */
    alternatives: jsonb().$type<Alternatives>().notNull().default({}),
    authorId: uuid('author_id').references(() => users.id, { onDelete: 'set null' }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('pictures_newest').on(table.createdAt.desc().nullsFirst())],
)
