import { index, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from '#features/accounts/table.ts'
import { languages } from '#shared/languages.ts'
import { type Audience, type CampaignTexts, campaignStatuses } from './contract.ts'

/** A marketing mail to many leads, each in their language. */
export const campaigns = pgTable(
  'campaigns',
  {
    id: uuid().primaryKey().defaultRandom(),
    name: text().notNull(),
    status: text({ enum: campaignStatuses }).notNull().default('draft'),
    audience: jsonb().$type<Audience>().notNull(),
    texts: jsonb().$type<CampaignTexts>().notNull(),
    /** Leads without a text in their language get this one. */
    fallbackLanguage: text('fallback_language', { enum: languages }).notNull(),
    /** Mails an hour; 0 without a limit. */
    throttle: integer().notNull().default(0),
    /** When it starts; once it has started, when its next mails are prepared. */
    dueAt: timestamp('due_at', { withTimezone: true }),
    /** The last lead, by id, whose mail has been prepared: preparation continues after it. */
    preparedTo: uuid('prepared_to'),
    prepared: integer().notNull().default(0),
    startedAt: timestamp('started_at', { withTimezone: true }),
    endedAt: timestamp('ended_at', { withTimezone: true }),
    authorId: uuid('author_id').references(() => users.id, { onDelete: 'set null' }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    index('campaigns_newest').on(table.createdAt.desc().nullsFirst()),
    index('campaigns_due').on(table.status, table.dueAt),
  ],
)
