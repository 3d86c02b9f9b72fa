import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  date,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import { indexStates, submissionFaults } from '#features/seo/submission/contract.ts'
import { languages } from '#shared/languages.ts'
import { pauses, verdicts } from './contract.ts'

const time = (name: string) => timestamp(name, { withTimezone: true })
const day = (name: string) => date(name, { mode: 'string' })

/** What Google has failed to answer, and why. */
const failure = {
  failedAt: time('failed_at'),
  status: integer(),
  fault: text({ enum: submissionFaults }),
  answer: text().notNull().default(''),
}

/** Each address of the site, with what Google last said of it. */
export const seoInspections = pgTable(
  'seo_inspections',
  {
    address: text().primaryKey(),
    language: text({ enum: languages }).notNull(),
    changedAt: time('changed_at'),
    /** When it was last changed or submitted, if that is known: Google is asked about the newest first. */
    toldAt: time('told_at'),
    /** Not before then is Google asked by itself. */
    dueAt: time('due_at').notNull(),
    /** Since when somebody waits for the answer. */
    wantedAt: time('wanted_at'),
    /** While a process asks; its lease ends a while later, by the clock of the database. */
    takenAt: time('taken_at'),
    claim: uuid(),
    askedAt: time('asked_at'),
    inspectedAt: time('inspected_at'),
    state: text({ enum: indexStates }).notNull().default('unknown'),
    verdict: text({ enum: verdicts }),
    words: text().notNull().default(''),
    robotsState: text('robots_state').notNull().default(''),
    indexingState: text('indexing_state').notNull().default(''),
    fetchState: text('fetch_state').notNull().default(''),
    crawledAt: time('crawled_at'),
    googleCanonical: text('google_canonical'),
    ownCanonical: text('own_canonical'),
    link: text(),
    ...failure,
  },
  (table) => [
    index('seo_inspections_due').on(table.dueAt),
    index('seo_inspections_wanted').on(table.wantedAt).where(sql`${table.wantedAt} IS NOT NULL`),
    index('seo_inspections_list').on(table.state, table.address),
  ],
)

/** What Google said of an address when it changed its mind; the last ones of each. */
export const seoInspectionChanges = pgTable(
  'seo_inspection_changes',
  {
    number: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    address: text()
      .notNull()
      .references(() => seoInspections.address, { onDelete: 'cascade' }),
    at: time('at').notNull(),
    state: text({ enum: indexStates }).notNull(),
    words: text().notNull(),
  },
  (table) => [index('seo_inspection_changes_list').on(table.address, table.number.desc())],
)

/** How often Google was asked about addresses, and until when it is not: one row. */
export const seoInspecting = pgTable(
  'seo_inspecting',
  {
    id: integer().primaryKey(),
    /** The day of Google's calendar whose questions are counted, and the minute. */
    day: day('day'),
    asked: integer().notNull().default(0),
    minute: time('minute'),
    askedInMinute: integer('asked_in_minute').notNull().default(0),
    pause: text({ enum: pauses }),
    pausedUntil: time('paused_until'),
    /** With which credentials it was paused: others may try at once. */
    pausedFor: text('paused_for'),
    /** How often it failed in a row. */
    failures: integer().notNull().default(0),
    ...failure,
  },
  (table) => [check('seo_inspecting_one', sql`${table.id} = 1`)],
)

const figures = {
  clicks: integer().notNull(),
  impressions: integer().notNull(),
  /** The mean place among the results. */
  position: doublePrecision().notNull(),
}

/** How often results of the site were shown and followed, by day. No searcher can be known from it: Google leaves out rare queries. */
export const seoSearchDays = pgTable('seo_search_days', {
  day: day('day').primaryKey(),
  ...figures,
  /** When its pages and queries were fetched; null while they are to be, once or again. */
  detailedAt: time('detailed_at'),
})

export const seoSearchPages = pgTable(
  'seo_search_pages',
  {
    day: day('day')
      .notNull()
      .references(() => seoSearchDays.day, { onDelete: 'cascade' }),
    page: text().notNull(),
    ...figures,
  },
  (table) => [primaryKey({ columns: [table.day, table.page] })],
)

export const seoSearchQueries = pgTable(
  'seo_search_queries',
  {
    day: day('day')
      .notNull()
      .references(() => seoSearchDays.day, { onDelete: 'cascade' }),
    query: text().notNull(),
    ...figures,
  },
  (table) => [primaryKey({ columns: [table.day, table.query] })],
)

/** When the figures are fetched, and what came of it: one row. */
export const seoSearchFetch = pgTable(
  'seo_search_fetch',
  {
    id: integer().primaryKey(),
    /** The property that the figures are of. */
    property: text().notNull().default(''),
    dueAt: time('due_at'),
    takenAt: time('taken_at'),
    claim: uuid(),
    /** When the days were last fetched, and when everything was. */
    totalsAt: time('totals_at'),
    fetchedAt: time('fetched_at'),
    /** With which credentials it failed: others may try at once. */
    failedFor: text('failed_for'),
    failures: integer().notNull().default(0),
    ...failure,
  },
  (table) => [check('seo_search_fetch_one', sql`${table.id} = 1`)],
)

export type InspectionRow = typeof seoInspections.$inferSelect
export type InspectingRow = typeof seoInspecting.$inferSelect
export type FetchRow = typeof seoSearchFetch.$inferSelect
