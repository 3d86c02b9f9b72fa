import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
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
import {
  engines,
  type SitemapState,
  submissionFaults,
  submissionKinds,
  submissionStates,
} from './contract.ts'

const time = (name: string) => timestamp(name, { withTimezone: true })

/** What was submitted to an engine at once. */
export const seoSubmissionRuns = pgTable(
  'seo_submission_runs',
  {
    id: uuid().primaryKey().defaultRandom(),
    engine: text({ enum: engines }).notNull(),
    startedAt: time('started_at').notNull(),
    /** Null for the product itself, or once their account is gone. */
    startedBy: uuid('started_by').references(() => users.id, { onDelete: 'set null' }),
    isAutomatic: boolean('is_automatic').notNull(),
    isAgain: boolean('is_again').notNull(),
    endedAt: time('ended_at'),
  },
  (table) => [
    uniqueIndex('seo_submission_runs_open').on(table.engine).where(sql`${table.endedAt} IS NULL`),
    index('seo_submission_runs_list').on(table.engine, table.startedAt.desc()),
  ],
)

/** A request to an engine. It is stored before it is sent, so that it is known of one without an answer. */
export const seoSubmissionCalls = pgTable(
  'seo_submission_calls',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    engine: text({ enum: engines }).notNull(),
    state: text({ enum: ['sending', 'answered', 'unknown'] }).notNull(),
    addresses: integer().notNull(),
    sentAt: time('sent_at').notNull(),
    /** Its lease ends a while later, by the clock of the database. */
    takenAt: time('taken_at').notNull(),
    answeredAt: time('answered_at'),
    status: integer(),
    fault: text({ enum: submissionFaults }),
    answer: text().notNull().default(''),
  },
  (table) => [
    uniqueIndex('seo_submission_calls_open').on(table.engine).where(sql`${table.state} = 'sending'`),
    index('seo_submission_calls_list').on(table.engine, table.id.desc()),
    index('seo_submission_calls_sent').on(table.sentAt),
  ],
)

/** The ledger: each address that was or will be submitted to an engine, with its last attempt. */
export const seoSubmissions = pgTable(
  'seo_submissions',
  {
    number: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    runId: uuid('run_id')
      .notNull()
      .references(() => seoSubmissionRuns.id, { onDelete: 'cascade' }),
    engine: text({ enum: engines }).notNull(),
    kind: text({ enum: submissionKinds }).notNull(),
    address: text().notNull(),
    changedAt: time('changed_at').notNull(),
    state: text({ enum: submissionStates }).notNull(),
    at: time('at').notNull(),
    dueAt: time('due_at').notNull(),
    attempts: integer().notNull().default(0),
    unknownAttempts: integer('unknown_attempts').notNull().default(0),
    /** How many attempts count towards giving it up. */
    failures: integer().notNull().default(0),
    callId: bigint('call_id', { mode: 'number' }).references(() => seoSubmissionCalls.id, {
      onDelete: 'set null',
    }),
    sentAt: time('sent_at'),
    status: integer(),
    fault: text({ enum: submissionFaults }),
    answer: text().notNull().default(''),
  },
  (table) => [
    uniqueIndex('seo_submissions_open')
      .on(table.engine, table.address)
      .where(sql`${table.state} IN ('waiting', 'sending')`),
    index('seo_submissions_due')
      .on(table.engine, table.dueAt, table.number)
      .where(sql`${table.state} = 'waiting'`),
    index('seo_submissions_call').on(table.callId),
    index('seo_submissions_run').on(table.runId, table.state),
    index('seo_submissions_list').on(table.engine, table.number.desc()),
    index('seo_submissions_at').on(table.at),
  ],
)

/** The newest change of each address that an engine has accepted. */
export const seoAcceptedChanges = pgTable(
  'seo_accepted_changes',
  {
    engine: text({ enum: engines }).notNull(),
    address: text().notNull(),
    changedAt: time('changed_at').notNull(),
    acceptedAt: time('accepted_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.engine, table.address] })],
)

/** What is known of an engine. */
export const seoEngines = pgTable('seo_engines', {
  engine: text({ enum: engines }).primaryKey(),
  /** Nothing is sent before then. */
  pausedUntil: time('paused_until'),
  quotaLeft: integer('quota_left'),
  quotaTotal: integer('quota_total'),
  quotaAt: time('quota_at'),
  sitemap: jsonb().$type<SitemapState>(),
  /** Since when it does not take what it is sent; the team was told then. */
  failingSince: time('failing_since'),
})

/** The keys by which engines of IndexNow know that a submission is ours; the newest one is used. They are public. */
export const seoIndexNowKeys = pgTable('seo_index_now_keys', {
  number: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  key: text().notNull(),
  createdAt: time('created_at').notNull(),
})

/** One row: whether what has changed was submitted by itself. */
export const seoAutoSubmission = pgTable(
  'seo_auto_submission',
  {
    id: integer().primaryKey(),
    /** When something was last published, or may have been. */
    changedAt: time('changed_at').notNull(),
    /** The `changedAt` up to which everything waits to be sent, or was. */
    submittedTo: time('submitted_to'),
  },
  (table) => [check('seo_auto_submission_one', sql`${table.id} = 1`)],
)
