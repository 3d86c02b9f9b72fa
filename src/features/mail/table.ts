import { sql } from 'drizzle-orm'
import {
  bigint,
  date,
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
import { campaigns } from '#features/campaigns/table.ts'
import { earlyAdopters } from '#features/early-adopters/table.ts'
import { languages } from '#shared/languages.ts'
import { segments } from '#shared/segments.ts'
import {
  type MailText,
  mailEventKinds,
  mailKinds,
  mailStatuses,
  suppressionReasons,
  trackingVerdicts,
} from './contract.ts'

/** Every mail, waiting or sent. Erasing a person deletes their mails. */
export const mails = pgTable(
  'mails',
  {
    id: uuid().primaryKey(),
    /** Ascending: mails to one address are sent in this order. */
    number: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    /** Unique: the same cause is never sent twice. */
    cause: text().notNull(),
    kind: text({ enum: mailKinds }).notNull(),
    leadId: uuid('lead_id').references(() => earlyAdopters.id, { onDelete: 'cascade' }),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    campaignId: uuid('campaign_id').references(() => campaigns.id, { onDelete: 'cascade' }),
    language: text({ enum: languages }).notNull(),
    segment: text({ enum: segments }),
    toEmail: text('to_email').notNull(),
    toName: text('to_name').notNull(),
    /** Name and address without case and accents, for the search. */
    searchText: text('search_text').notNull().default(''),
    variables: jsonb().$type<Record<string, string>>().notNull(),
    actionUrl: text('action_url'),
    /** The addresses that its tracked links lead to, in order; mails of campaigns share theirs (`campaignLinks`). */
    links: text().array().notNull().default(sql`'{}'`),
    status: text({ enum: mailStatuses }).notNull().default('queued'),
    attempts: integer().notNull().default(0),
    /** When it is to be attempted, first or again. */
    dueAt: timestamp('due_at', { withTimezone: true }).notNull(),
    /** The last response of the other server, without addresses. */
    response: text(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    /** When a process has taken it or last renewed its lease, by the database's clock. */
    takenAt: timestamp('taken_at', { withTimezone: true }),
    /** The token of the process that has last taken it; only with it may that process change the mail. */
    claim: uuid(),
    sentAt: timestamp('sent_at', { withTimezone: true }),
    endedAt: timestamp('ended_at', { withTimezone: true }),
    /** The first open and click, and their classification. */
    openedAt: timestamp('opened_at', { withTimezone: true }),
    openVerdict: text('open_verdict', { enum: trackingVerdicts }),
    clickedAt: timestamp('clicked_at', { withTimezone: true }),
    clickVerdict: text('click_verdict', { enum: trackingVerdicts }),
    /** The composed mail, for the outbox and for resending. */
    raw: text(),
  },
  (table) => [
    uniqueIndex('mails_cause').on(table.cause),
    index('mails_due')
      .on(table.dueAt, table.number)
      .where(sql`${table.status} = 'queued' AND ${table.kind} <> 'campaign'`),
    index('mails_campaign_due')
      .on(table.campaignId, table.dueAt, table.number)
      .where(sql`${table.status} = 'queued' AND ${table.kind} = 'campaign'`),
    index('mails_waiting')
      .on(sql`lower(${table.toEmail})`, table.number)
      .where(sql`${table.status} IN ('queued', 'sending')`),
    index('mails_address').on(sql`lower(${table.toEmail})`, table.createdAt.desc().nullsFirst()),
    index('mails_search').using('gin', sql`${table.searchText} gin_trgm_ops`),
    index('mails_sending').on(table.takenAt).where(sql`${table.status} = 'sending'`),
    index('mails_failed').on(table.endedAt).where(sql`${table.status} = 'failed'`),
    index('mails_newest').on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('mails_lead').on(table.leadId, table.createdAt.desc().nullsFirst()),
    index('mails_campaign').on(table.campaignId, table.status),
  ],
)

/** The addresses that the tracked links of a campaign lead to, in order: the same for all its readers in a language. */
export const campaignLinks = pgTable(
  'mail_campaign_links',
  {
    campaignId: uuid('campaign_id')
      .notNull()
      .references(() => campaigns.id, { onDelete: 'cascade' }),
    language: text({ enum: languages }).notNull(),
    links: text().array().notNull(),
  },
  (table) => [primaryKey({ columns: [table.campaignId, table.language] })],
)

/** Failed attempts and bounces of mails. Successes are stored in the mail itself. */
export const mailEvents = pgTable(
  'mail_events',
  {
    id: uuid().primaryKey().defaultRandom(),
    mailId: uuid('mail_id')
      .notNull()
      .references(() => mails.id, { onDelete: 'cascade' }),
    at: timestamp({ withTimezone: true }).notNull(),
    kind: text({ enum: mailEventKinds }).notNull(),
    /** The response of the other server, without addresses. */
    response: text().notNull(),
  },
  (table) => [index('mail_events_mail').on(table.mailId, table.at)],
)

/** Opens and clicks with their time and classification, without address and browser. */
export const trackingEvents = pgTable(
  'mail_hits',
  {
    id: uuid().primaryKey().defaultRandom(),
    mailId: uuid('mail_id')
      .notNull()
      .references(() => mails.id, { onDelete: 'cascade' }),
    kind: text({ enum: ['open', 'click'] }).notNull(),
    /** The index of the link. */
    link: integer(),
    at: timestamp({ withTimezone: true }).notNull(),
    verdict: text({ enum: trackingVerdicts }).notNull(),
    /** The rule that classified it. */
    reason: text().notNull(),
  },
  (table) => [index('mail_hits_mail').on(table.mailId, table.at)],
)

/** Counts by day, from which the metrics are computed. They stay when people are erased. */
export const mailCounts = pgTable(
  'mail_counts',
  {
    day: date({ mode: 'string' }).notNull(),
    /** `queued`, `sent`, `outbox`, `failed`, `bounced`, `suppressed`, `unsubscribed`, `complained`, `open:<verdict>`, `click:<verdict>`. */
    event: text().notNull(),
    kind: text({ enum: mailKinds }).notNull(),
    /** Empty for mails without a campaign. */
    campaign: text().notNull().default(''),
    language: text({ enum: languages }).notNull(),
    /** Empty for mails without a lead. */
    segment: text().notNull().default(''),
    total: integer().notNull(),
  },
  (table) => [
    primaryKey({
      columns: [table.day, table.event, table.kind, table.campaign, table.language, table.segment],
    }),
    // For the progress of a campaign over all days.
    index('mail_counts_campaign').on(table.campaign, table.event),
  ],
)

/**
 * Suppressed addresses. One address can have several reasons:
 * removing a bounce must not remove an unsubscription.
 */
export const suppressions = pgTable(
  'mail_suppressions',
  {
    emailKey: text('email_key').notNull(),
    reason: text({ enum: suppressionReasons }).notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.emailKey, table.reason] }),
    index('mail_suppressions_newest').on(table.at.desc().nullsFirst()),
  ],
)

/** The team's versions of a mail's text; the newest is used. */
export const mailTemplates = pgTable(
  'mail_templates',
  {
    id: uuid().primaryKey().defaultRandom(),
    kind: text({ enum: mailKinds }).notNull(),
    language: text({ enum: languages }).notNull(),
    version: integer().notNull(),
    /** Null: the built-in text is used again. */
    text: jsonb().$type<MailText>(),
    authorId: uuid('author_id').references(() => users.id, { onDelete: 'set null' }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    uniqueIndex('mail_templates_version').on(table.kind, table.language, table.version.desc().nullsFirst()),
  ],
)
