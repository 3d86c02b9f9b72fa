import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  json,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import { users } from '#features/accounts/table.ts'
import { languages } from '#shared/languages.ts'
import { botRuleStatuses, devices, measures, type NewBotRule, timesInView } from './contract.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** What describes a view, and the visit that it begins. Empty texts mean that something is not known, or not there. */
const description = () => ({
  /** The first day of the month of `day`, by which the tables are partitioned. */
  month: date({ mode: 'string' }).notNull(),
  /** The day and the beginning of the hour in the time zone of the site, at the time of the view. */
  day: date({ mode: 'string' }).notNull(),
  hour: moment('hour').notNull(),
  page: text().notNull(),
  language: text({ enum: languages }).notNull(),
  /** The host name of the site that the visitor came from; empty within our own site, too. */
  source: text().notNull(),
  utmSource: text('utm_source').notNull(),
  utmMedium: text('utm_medium').notNull(),
  utmCampaign: text('utm_campaign').notNull(),
  utmTerm: text('utm_term').notNull(),
  utmContent: text('utm_content').notNull(),
  device: text({ enum: devices }).notNull(),
  /** ISO 3166-1 code. */
  country: text().notNull(),
})

/** What is known of one view of a page. Neither the address of the visitor nor their browser is stored. */
const viewColumns = () => ({
  ...description(),
  id: uuid().notNull(),
  at: moment('at').notNull(),
  /**
   * The visitor on this day: a hash whose salt is deleted when the day is over. For a visit that must not be hashed, the id of
   * its first view; null for its further views, and for those of bots.
   */
  visitor: uuid(),
  isBot: boolean('is_bot').notNull(),
  /** The rule that has made it a view of a bot. */
  botRule: uuid('bot_rule'),
})

/**
 * What has been accepted and not yet counted: the views, events and timings that were stored together, as one row, so that each
 * of them costs little.
 */
export const analyticsQueue = pgTable('analytics_queue', {
  id: uuid().primaryKey(),
  size: integer().notNull(),
  /** The months of what is in it. */
  months: date({ mode: 'string' }).array().notNull(),
  content: json().notNull(),
})

/** Single views, kept for as long as the setting says. Partitioned by month (by its migration). */
export const views = pgTable('analytics_views', viewColumns(), (table) => [
  primaryKey({ columns: [table.month, table.id] }),
  index('analytics_views_day').on(table.day),
  // For those of the last minutes. They come nearly in order, so it costs next to nothing.
  index('analytics_views_at').using('brin', table.at),
  index('analytics_views_bot_rule').on(table.botRule).where(sql`${table.botRule} IS NOT NULL`),
])

/** The visits: all views of a visitor on one day, described by the first of them. Partitioned like the views. */
export const visits = pgTable(
  'analytics_visits',
  {
    ...description(),
    visitor: uuid().notNull(),
    firstAt: moment('first_at').notNull(),
    lastAt: moment('last_at').notNull(),
    views: integer().notNull(),
    /** The different pages, in no order. */
    pages: text().array().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.month, table.visitor] }),
    index('analytics_visits_day').on(table.day),
  ],
)

/**
 * What visitors did on a page, as long as views are kept: what the pages record by themselves, what a `data-event` names, and
 * what programs report. Partitioned like the views.
 */
export const events = pgTable(
  'analytics_events',
  {
    month: date({ mode: 'string' }).notNull(),
    id: uuid().notNull(),
    day: date({ mode: 'string' }).notNull(),
    at: moment('at').notNull(),
    name: text().notNull(),
    /** What it was done with, such as the host name of a link. */
    value: text().notNull(),
    isConversion: boolean('is_conversion').notNull(),
    page: text().notNull(),
    language: text({ enum: languages }).notNull(),
    device: text({ enum: devices }).notNull(),
    country: text().notNull(),
    /** As for views; null for a visitor without a hash. */
    visitor: uuid(),
    botRule: uuid('bot_rule'),
  },
  (table) => [
    primaryKey({ columns: [table.month, table.id] }),
    index('analytics_events_visitor').on(table.visitor, table.name),
    index('analytics_events_bot_rule').on(table.botRule).where(sql`${table.botRule} IS NOT NULL`),
  ],
)

/**
 * Views and visits of each day by dimension and value, kept for five years. Visits can be added up over values and days,
 * since a visit belongs to one day; only pages overlap, since a visit has several.
 */
export const viewCounts = pgTable(
  'analytics_counts',
  {
    day: date({ mode: 'string' }).notNull(),
    dimension: text().notNull(),
    value: text().notNull(),
    views: bigint({ mode: 'number' }).notNull(),
    visits: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.dimension, table.day, table.value] }),
    // For the sums of single pages over all days.
    index('analytics_counts_page').on(table.value).where(sql`${table.dimension} = 'page'`),
  ],
)

/** How long pages took and were in view: how many views of a day had which value of a measure, rounded to two digits. */
export const timings = pgTable(
  'analytics_timings',
  {
    day: date({ mode: 'string' }).notNull(),
    measure: text({ enum: [...measures, ...timesInView] }).notNull(),
    page: text().notNull(),
    device: text({ enum: devices }).notNull(),
    /** Milliseconds; for `cls`, thousandths. */
    value: integer().notNull(),
    views: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.measure, table.page, table.device, table.value] })],
)

/** Which visits the team says are bots. What a rule has taken out of the figures comes back when it is undone. */
export const botRules = pgTable('analytics_bot_rules', {
  id: uuid().primaryKey().defaultRandom(),
  /** A visit that has all of these values is a bot. */
  filters: jsonb().$type<NewBotRule['filters']>().notNull(),
  /** Null for all days before. */
  fromDay: date('from_day', { mode: 'string' }),
  /** Null for a rule that is for what is to come, too. */
  toDay: date('to_day', { mode: 'string' }),
  status: text({ enum: botRuleStatuses }).notNull(),
  /** How many visits and views it has taken out until now. */
  visits: integer().notNull().default(0),
  views: integer().notNull().default(0),
  authorId: uuid('author_id').references(() => users.id, { onDelete: 'set null' }),
  createdAt: moment('created_at').notNull(),
  /** When it was last applied to what has come since. */
  checkedAt: moment('checked_at'),
})

/** The salt of the current day. Those of earlier days are deleted, so that nobody can tell whose hash was whose. */
export const visitorSalts = pgTable('analytics_salts', {
  day: date({ mode: 'string' }).primaryKey(),
  salt: text().notNull(),
})
