import { index, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from '#features/accounts/table.ts'
import { actionOutcomes } from './contract.ts'

/** Actions that ask for the password, and commands of the operator. `subject` holds ids and counts, no personal data. */
export const sensitiveActions = pgTable(
  'sensitive_actions',
  {
    id: uuid().primaryKey().defaultRandom(),
    at: timestamp({ withTimezone: true }).notNull(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    action: text().notNull(),
    subject: jsonb().$type<Readonly<Record<string, string | number>>>().notNull(),
    outcome: text({ enum: actionOutcomes }).notNull(),
  },
  (table) => [
    index('sensitive_actions_at').on(table.at),
    index('sensitive_actions_user_id').on(table.userId),
  ],
)
