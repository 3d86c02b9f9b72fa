import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  date,
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
import { languages } from '#shared/languages.ts'
import {
  checkCauses,
  checkKinds,
  checkStates,
  indexings,
  type Repair,
  ruleCodes,
  severities,
} from './contract.ts'

const time = (name: string) => timestamp(name, { withTimezone: true })

/** Checks of the site's pages: those that wait, the one that runs, and the past ones. */
export const seoChecks = pgTable(
  'seo_checks',
  {
    id: uuid().primaryKey().defaultRandom(),
    kind: text({ enum: checkKinds }).notNull(),
    cause: text({ enum: checkCauses }).notNull(),
    askedBy: uuid('asked_by').references(() => users.id, { onDelete: 'set null' }),
    state: text({ enum: checkStates }).notNull().default('waiting'),
    /** The only addresses to look at; null for all. */
    addresses: text().array(),
    askedAt: time('asked_at').notNull(),
    /** Not before then, so that what is published in a row is looked at once. */
    dueAt: time('due_at').notNull(),
    startedAt: time('started_at'),
    finishedAt: time('finished_at'),
    /** When the process that runs it last said so, by the clock of the database. */
    takenAt: time('taken_at'),
    /** What every change by that process needs. */
    claim: uuid(),
    /** How many processes have begun it. */
    attempts: integer().notNull().default(0),
    pagesKnown: integer('pages_known').notNull().default(0),
    pagesDone: integer('pages_done').notNull().default(0),
    foundNew: integer('found_new').notNull().default(0),
    foundGone: integer('found_gone').notNull().default(0),
    isCut: boolean('is_cut').notNull().default(false),
    failure: text(),
  },
  (table) => [
    index('seo_checks_open').on(table.dueAt).where(sql`${table.state} IN ('waiting', 'running')`),
    index('seo_checks_past').on(table.finishedAt.desc()).where(sql`${table.finishedAt} IS NOT NULL`),
  ],
)

/** Each page in each language as it was last seen. */
export const seoPages = pgTable(
  'seo_pages',
  {
    address: text().primaryKey(),
    path: text().notNull(),
    language: text({ enum: languages }).notNull(),
    /** Its place in the list of pages. */
    place: integer().notNull(),
    status: integer().notNull(),
    indexing: text({ enum: indexings }).notNull(),
    title: text().notNull(),
    description: text().notNull(),
    hasPicture: boolean('has_picture').notNull(),
    types: text().array().notNull(),
    /** What it showed then: another one means that it has changed since. */
    version: text().notNull(),
    checkedAt: time('checked_at').notNull(),
  },
  (table) => [index('seo_pages_place').on(table.place, table.path)],
)

/** What was found, and when it was first and last there. */
export const seoFindings = pgTable(
  'seo_findings',
  {
    id: uuid().primaryKey().defaultRandom(),
    rule: text({ enum: ruleCodes }).notNull(),
    /** The order of the rules. */
    ruleNumber: integer('rule_number').notNull(),
    severity: text({ enum: severities }).notNull(),
    page: text().notNull(),
    path: text().notNull(),
    language: text({ enum: languages }),
    subject: text().notNull(),
    variables: jsonb().$type<Record<string, string | number>>().notNull(),
    repair: jsonb().$type<Repair>().notNull(),
    firstSeen: time('first_seen').notNull(),
    lastSeen: time('last_seen').notNull(),
    /** The checks that have found it first and last. */
    firstCheck: uuid('first_check').notNull(),
    lastCheck: uuid('last_check').notNull(),
    goneAt: time('gone_at'),
  },
  (table) => [
    uniqueIndex('seo_findings_identity').on(table.rule, table.page, table.subject),
    index('seo_findings_page').on(table.page),
    index('seo_findings_list').on(table.ruleNumber, table.page, table.subject),
  ],
)

/** What people have decided to leave as it is. */
export const seoDismissals = pgTable('seo_dismissals', {
  findingId: uuid('finding_id')
    .primaryKey()
    .references(() => seoFindings.id, { onDelete: 'cascade' }),
  rule: text({ enum: ruleCodes }).notNull(),
  page: text().notNull(),
  reason: text().notNull(),
  dismissedBy: uuid('dismissed_by').references(() => users.id, { onDelete: 'set null' }),
  dismissedAt: time('dismissed_at').notNull(),
})

/** What the site was like when it was last looked at, to know when to look again: one row. */
export const seoWatch = pgTable('seo_watch', {
  id: integer().primaryKey(),
  /** The revision of the site whose changes are known. */
  revision: bigint({ mode: 'number' }),
  /** The last night for which a check was asked for. */
  night: date({ mode: 'string' }),
})

export type CheckRow = typeof seoChecks.$inferSelect
export type PageRow = typeof seoPages.$inferSelect
export type FindingRow = typeof seoFindings.$inferSelect
