import {
  bigint,
  boolean,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import { languages } from '#shared/languages.ts'
import { devices } from './contract.ts'

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
})

/** Views that have been accepted and not yet counted: one short insert each, so that a view is answered quickly. */
export const viewQueue = pgTable('analytics_view_queue', viewColumns(), (table) => [
  primaryKey({ columns: [table.id] }),
])

/** Single views, kept for as long as the setting says. Partitioned by month (by its migration). */
export const views = pgTable('analytics_views', viewColumns(), (table) => [
  primaryKey({ columns: [table.month, table.id] }),
  index('analytics_views_day').on(table.day),
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
  (table) => [primaryKey({ columns: [table.dimension, table.day, table.value] })],
)

/** The salt of the current day. Those of earlier days are deleted, so that nobody can tell whose hash was whose. */
export const visitorSalts = pgTable('analytics_salts', {
  day: date({ mode: 'string' }).primaryKey(),
  salt: text().notNull(),
})
