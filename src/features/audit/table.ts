import { sql } from 'drizzle-orm'
import {
  bigint,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import { users } from '#features/accounts/table.ts'
import { actionOutcomes, authorKinds, changeOperations, type Fields } from './contract.ts'

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

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

/**
 * The audit log: one row for each row that was added, changed or deleted, written by the triggers that `audit_table` creates.
 * Rows are never deleted, and only their personal values may be erased: a trigger refuses all else. Without foreign keys, since
 * rows stay as they are when what they name is deleted.
 */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** By the database's clock. */
    at: timestamp({ withTimezone: true, precision: 3 }).notNull().default(sql`clock_timestamp()`),
    authorKind: text('author_kind', { enum: authorKinds }).notNull(),
    userId: uuid('user_id'),
    keyId: uuid('key_id'),
    sessionId: uuid('session_id'),
    /** The id of the request, which is also in the request log. */
    request: text(),
    /** What the author did: a permission such as `leads.edit`, an operation of the API, a poller, a job or a command. */
    action: text(),
    /** The table, and the key of its row; several columns are joined by spaces. */
    subject: text().notNull(),
    rowKey: text('row_key').notNull(),
    operation: text({ enum: changeOperations }).notNull(),
    /** The lead or user that the row is about. */
    personId: uuid('person_id'),
    /** The values before and after: of an update, those that changed. */
    before: jsonb().$type<Fields>(),
    after: jsonb().$type<Fields>(),
    /** The names of secret fields that changed; their values are recorded nowhere. */
    secretFields: text('secret_fields').array().notNull().default(sql`'{}'`),
    /** The personal values; null once they were erased. */
    personal: jsonb().$type<{ before?: Fields; after?: Fields }>(),
    /** 32 random bytes, erased with the personal values. */
    salt: bytea(),
  },
  (table) => [
    index('audit_entries_row').on(table.rowKey),
    index('audit_entries_subject').on(table.subject, table.id),
    index('audit_entries_person').on(table.personId, table.id).where(sql`${table.personId} IS NOT NULL`),
    index('audit_entries_user').on(table.userId, table.id).where(sql`${table.userId} IS NOT NULL`),
    index('audit_entries_at').on(table.at),
    index('audit_entries_words').using(
      'gin',
      sql`audit_words(${table.before}, ${table.after}, ${table.personal})`,
    ),
  ],
)

/** The rows of the audit log that are not chained yet. */
export const auditQueue = pgTable('audit_queue', {
  entryId: bigint('entry_id', { mode: 'number' }).primaryKey(),
})

/** The chain: the hash of each row of the audit log, and of all before it. A trigger refuses changes. */
export const auditLinks = pgTable('audit_links', {
  /** From 1, without gaps. */
  position: bigint({ mode: 'number' }).primaryKey(),
  entryId: bigint('entry_id', { mode: 'number' }).notNull().unique(),
  /** SHA-256 of the salt and the personal values. It stays when these are erased. */
  commitment: bytea(),
  hash: bytea().notNull(),
})

/** One row: the end of the chain, and what its last check found. */
export const auditHead = pgTable('audit_head', {
  id: integer().primaryKey(),
  position: bigint({ mode: 'number' }).notNull(),
  hash: bytea().notNull(),
  checkedAt: timestamp('checked_at', { withTimezone: true }),
  checkedTo: bigint('checked_to', { mode: 'number' }),
  /** The position at which the chain is broken. */
  brokenAt: bigint('broken_at', { mode: 'number' }),
  /** When a restore last put two logs together. What the ledger recorded until then may be of the other one. */
  joinedAt: timestamp('joined_at', { withTimezone: true }),
})
