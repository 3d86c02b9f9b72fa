import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  real,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import {
  type BackupContents,
  type BackupCopy,
  backupFailures,
  backupReasons,
  backupStates,
} from './contract.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/**
 * Backups, also those that failed or whose files were deleted since, for as long as the picture of the last weeks shows them. A
 * restore leaves them alone: they are about this installation, so they refer to no row that it replaces.
 */
export const backups = pgTable(
  'backups',
  {
    id: uuid().primaryKey().defaultRandom(),
    state: text({ enum: backupStates }).notNull().default('waiting'),
    reason: text({ enum: backupReasons }).notNull(),
    createdAt: moment('created_at').notNull(),
    /** The time of the schedule that it was made for, so that many processes make one. */
    scheduledFor: moment('scheduled_for'),
    startedAt: moment('started_at'),
    finishedAt: moment('finished_at'),
    /** Of its present step, from 0 to 1. */
    progress: real().notNull().default(0),
    /** Its name at every destination. */
    file: text(),
    copies: jsonb().$type<BackupCopy[]>().notNull().default([]),
    size: bigint({ mode: 'number' }),
    /** SHA-256 of the file, in hex. */
    sha256: text(),
    contents: jsonb().$type<BackupContents | null>(),
    isEncrypted: boolean('is_encrypted').notNull().default(false),
    /** What opens an encrypted one for its proof, encrypted; erased once it is proven. */
    proofKey: text('proof_key'),
    provenAt: moment('proven_at'),
    failure: text({ enum: backupFailures }),
    failureDetail: text('failure_detail'),
    isCanceled: boolean('is_canceled').notNull().default(false),
    /** How often a process has begun it. */
    attempts: integer().notNull().default(0),
    /** Raised by whoever takes it: only the newest holder may write. */
    fence: integer().notNull().default(0),
    /** By the clock of the database. */
    leasedUntil: moment('leased_until'),
    /** Until when it is being read for a restore, and may not be deleted. */
    heldUntil: moment('held_until'),
    deletedAt: moment('deleted_at'),
  },
  (table) => [
    index('backups_created').on(table.createdAt),
    uniqueIndex('backups_scheduled_for').on(table.scheduledFor),
    // One at a time, whoever asks: the snapshot and the proof of two would only slow each other.
    uniqueIndex('backups_running')
      .on(sql`(${table.state} IS NOT NULL)`)
      .where(sql`${table.state} IN ('waiting', 'writing', 'proving')`),
  ],
)

/** Up to when the schedule has been kept; one row. */
export const backupSchedule = pgTable('backup_schedule', {
  id: integer().primaryKey(),
  /** The schedule that this is about: a new one begins when it is set. */
  plan: text().notNull(),
  /** Since when it is this one. */
  setAt: moment('set_at').notNull(),
  keptUntil: moment('kept_until').notNull(),
  /** When the team was last told that there has been no proven backup for too long. */
  overdueToldAt: moment('overdue_told_at'),
})
