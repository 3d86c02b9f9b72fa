import { sql } from 'drizzle-orm'
import {
  bigint,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { users } from '#features/accounts/table.ts'
import { mailChoices } from '#shared/notifications/type.ts'

/** What the team is told. Who sees it depends on the permission of its kind. */
export const notifications = pgTable(
  'notifications',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** Their order; one that grows becomes the newest. */
    number: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().notNull(),
    type: text().notNull(),
    /** What its kind stores of each; null when it tells of several. */
    data: jsonb().$type<unknown>(),
    /** How many it tells of. */
    count: integer().notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
    /** The only user whom it is for. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    /** The user whose doing it is. */
    actorId: uuid('actor_id').references(() => users.id, { onDelete: 'set null' }),
    /** The lead whom it is about. */
    personId: uuid('person_id'),
    /** Those of a kind with the same key are one. */
    groupKey: text('group_key'),
    /** Until when it may grow. */
    growsUntil: timestamp('grows_until', { withTimezone: true }),
  },
  (table) => [
    index('notifications_number').on(table.number),
    index('notifications_at').on(table.at),
    index('notifications_person').on(table.personId).where(sql`${table.personId} IS NOT NULL`),
    uniqueIndex('notifications_group').on(table.groupKey),
  ],
)

/** What became of notifications for a user. */
export const notificationReceipts = pgTable(
  'notification_receipts',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    notificationId: uuid('notification_id')
      .notNull()
      .references(() => notifications.id, { onDelete: 'cascade' }),
    readAt: timestamp('read_at', { withTimezone: true }),
    mailedAt: timestamp('mailed_at', { withTimezone: true }),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.notificationId] }),
    index('notification_receipts_notification').on(table.notificationId),
  ],
)

/** Tasks that a user has put aside. */
export const dismissedTasks = pgTable(
  'dismissed_tasks',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    task: text().notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.task] })],
)

/** What users have chosen to get by mail. */
export const notificationChoices = pgTable(
  'notification_choices',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    type: text().notNull(),
    mail: text({ enum: mailChoices }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.type] })],
)

/** When users may get their next mails. */
export const notificationMailing = pgTable('notification_mailing', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** When their next daily mail is due. */
  dailyAt: timestamp('daily_at', { withTimezone: true }),
  /** What happens before then waits, so that a busy hour is few mails. */
  quietUntil: timestamp('quiet_until', { withTimezone: true }),
})

export type NotificationRow = typeof notifications.$inferSelect
