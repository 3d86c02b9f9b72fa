import { boolean, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from '#features/accounts/table.ts'
import { languages } from '#shared/languages.ts'
import { importStates, type LeftOut, transferModes, transferParts } from './contract.ts'

const time = (name: string) => timestamp(name, { withTimezone: true })

interface Sentence {
  /** A code of `errors.json`. */
  code: string
  params: Record<string, string | number>
}

/** Why nothing was imported: what is wrong with an item, or with all. */
export interface ImportFailure extends Sentence {
  reason?: Sentence
}

/** Archives of content that were uploaded, and what became of them. */
export const contentImports = pgTable('content_imports', {
  id: uuid().primaryKey(),
  state: text({ enum: [...importStates, 'arriving'] })
    .notNull()
    .default('arriving'),
  filename: text().notNull(),
  createdBy: uuid('created_by').references(() => users.id, { onDelete: 'set null' }),
  createdAt: time('created_at').notNull(),
  exportedAt: time('exported_at'),
  siteName: text('site_name').notNull().default(''),
  siteUrl: text('site_url').notNull().default(''),
  productVersion: text('product_version').notNull().default(''),
  leftOut: jsonb('left_out').$type<LeftOut[]>().notNull().default([]),
  /** The names of its files in the archive, which are in the file store. */
  files: jsonb().$type<string[]>().notNull().default([]),
  /** What was ordered. */
  mode: text({ enum: transferModes }),
  fingerprint: text(),
  skipped: jsonb().$type<number[]>().notNull().default([]),
  done: integer().notNull().default(0),
  total: integer().notNull().default(0),
  isCancelled: boolean('is_cancelled').notNull().default(false),
  /** The process that imports it, and until when it has it, by the clock of the database. */
  claim: uuid(),
  takenUntil: time('taken_until'),
  endedAt: time('ended_at'),
  failure: jsonb().$type<ImportFailure>(),
  result: jsonb().$type<{ new: number; changed: number }>(),
})

/** What an archive that was uploaded holds, as it would be stored. */
export const contentImportItems = pgTable(
  'content_import_items',
  {
    importId: uuid('import_id')
      .notNull()
      .references(() => contentImports.id, { onDelete: 'cascade' }),
    number: integer().notNull(),
    part: text({ enum: transferParts }).notNull(),
    key: text().notNull(),
    language: text({ enum: languages }),
    data: jsonb().$type<Record<string, unknown>>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.importId, table.number] })],
)
