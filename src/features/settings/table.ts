import { bigint, index, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from '#features/accounts/table.ts'

/** A value that was changed, and the setting's version since. A null value stands for the default. */
export interface ChangedValue {
  key: string
  before: unknown
  after: unknown
  version: number
  /** Its values are those of a secret, encrypted: nobody is shown them, whatever the setting is later. */
  isSecret?: true
}

/** What was changed at once, by whom and why. */
export const settingRevisions = pgTable(
  'setting_revisions',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** Their order. */
    number: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().notNull().unique(),
    at: timestamp({ withTimezone: true }).notNull(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    reason: text().notNull(),
    /** The change that this one undid. */
    undoes: uuid(),
    changes: jsonb().$type<ChangedValue[]>().notNull(),
  },
  (table) => [index('setting_revisions_user_id').on(table.userId)],
)
