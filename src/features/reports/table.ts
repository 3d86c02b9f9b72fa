import { index, jsonb, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from '#features/accounts/table.ts'
import type { NewReportMail } from './contract.ts'
import { cadences } from './model.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** Links with which anybody reads the figures. Only a hash of the token is stored. */
export const reportLinks = pgTable(
  'report_links',
  {
    id: uuid().primaryKey().defaultRandom(),
    name: text().notNull(),
    tokenHash: text('token_hash').notNull(),
    /** In whose name it reads; it is gone with them. */
    createdBy: uuid('created_by')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    lastUsedAt: moment('last_used_at'),
  },
  (table) => [
    uniqueIndex('report_links_token_hash').on(table.tokenHash),
    index('report_links_created_by').on(table.createdBy),
  ],
)

/** What users have sent to their own address every week or month. */
export const reportMails = pgTable(
  'report_mails',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    cadence: text({ enum: cadences }).notNull(),
    filters: jsonb().$type<NewReportMail['filters']>().notNull(),
    createdAt: moment('created_at').notNull(),
    dueAt: moment('due_at').notNull(),
  },
  (table) => [index('report_mails_due_at').on(table.dueAt), index('report_mails_user_id').on(table.userId)],
)
