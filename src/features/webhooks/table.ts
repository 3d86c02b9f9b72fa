import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { users } from '#features/accounts/table.ts'
import { deliveryFaults, deliveryStates, stopReasons } from './contract.ts'

/** Where events are sent to. */
export const webhooks = pgTable('webhooks', {
  id: uuid().primaryKey().defaultRandom(),
  url: text().notNull(),
  description: text().notNull(),
  events: text().array().notNull(),
  /** What signs, encrypted. */
  secret: text().notNull(),
  /** The one before, encrypted, which signs too until then. */
  oldSecret: text('old_secret'),
  oldSecretUntil: timestamp('old_secret_until', { withTimezone: true }),
  isEnabled: boolean('is_enabled').notNull().default(true),
  /** Why it was turned off by itself; only while it is off. */
  stopReason: text('stop_reason', { enum: stopReasons }),
  /** Since when its receiver accepts nothing, and how many attempts in a row have failed. */
  failingSince: timestamp('failing_since', { withTimezone: true }),
  failures: integer().notNull().default(0),
  /** Nothing is sent before then, since its receiver fails. */
  retryAt: timestamp('retry_at', { withTimezone: true }),
  createdBy: uuid('created_by').references(() => users.id, { onDelete: 'set null' }),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
})

/** What has happened, as it is told to each webhook that subscribes to it. */
export const webhookMessages = pgTable(
  'webhook_messages',
  {
    id: uuid().primaryKey().defaultRandom(),
    type: text().notNull(),
    data: jsonb().$type<unknown>().notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
    /** The lead whom it is about. */
    personId: uuid('person_id'),
  },
  (table) => [index('webhook_messages_at').on(table.at), index('webhook_messages_person').on(table.personId)],
)

/** The sending of a message to one webhook. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** Their order. */
    number: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().notNull(),
    webhookId: uuid('webhook_id')
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    messageId: uuid('message_id')
      .notNull()
      .references(() => webhookMessages.id, { onDelete: 'cascade' }),
    state: text({ enum: deliveryStates }).notNull().default('waiting'),
    /** How often it was sent since it last began to wait. */
    attempts: integer().notNull().default(0),
    /** When it is sent next, while it waits. */
    dueAt: timestamp('due_at', { withTimezone: true }).notNull(),
    /** When a process has taken it to send it: its lease ends a while later, by the clock of the database. */
    takenAt: timestamp('taken_at', { withTimezone: true }),
    /** What every change by that process needs. */
    claim: uuid(),
  },
  (table) => [
    uniqueIndex('webhook_deliveries_message').on(table.messageId, table.webhookId),
    index('webhook_deliveries_list').on(table.webhookId, table.number.desc()),
    index('webhook_deliveries_due')
      .on(table.webhookId, table.dueAt, table.number)
      .where(sql`${table.state} = 'waiting'`),
    index('webhook_deliveries_failed').on(table.webhookId).where(sql`${table.state} = 'failed'`),
  ],
)

/** The attempts of a delivery. */
export const webhookAttempts = pgTable(
  'webhook_attempts',
  {
    number: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    deliveryId: uuid('delivery_id')
      .notNull()
      .references(() => webhookDeliveries.id, { onDelete: 'cascade' }),
    at: timestamp({ withTimezone: true }).notNull(),
    /** The HTTP status of the answer. */
    status: integer(),
    fault: text({ enum: deliveryFaults }),
    milliseconds: integer().notNull(),
    /** The beginning of the answer's body. */
    response: text().notNull(),
  },
  (table) => [index('webhook_attempts_delivery').on(table.deliveryId, table.number.desc())],
)

export type WebhookRow = typeof webhooks.$inferSelect
export type DeliveryRow = typeof webhookDeliveries.$inferSelect
