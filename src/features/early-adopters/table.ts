import { type SQL, sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
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
import type { LeadFilter } from '#features/early-adopters/saved-filters/contract.ts'
import { withoutAddress } from '#platform/database/search-text.ts'
import { badgeTypes } from '#shared/badge-types.ts'
import { languages } from '#shared/languages.ts'
import { leadKinds } from '#shared/lead-requests.ts'
import { segments } from '#shared/segments.ts'
import { leadEventKinds } from './contract.ts'

/** Whether a text has a character that is not of ASCII. */
export const hasOtherLetters = (searchText: AnyPgColumn): SQL => sql`${searchText} ~ '[^ -~]'`

/** The pairs of neighbouring characters of a text, and its characters that are not of ASCII: a function of a migration. */
export const lettersAndPairs = (searchText: AnyPgColumn): SQL => sql`letters_and_pairs(${searchText})`

/** The sentences that people have agreed to, by the hash that their consent names. */
export const consentTexts = pgTable('consent_texts', {
  hash: text().primaryKey(),
  language: text({ enum: languages }).notNull(),
  sentence: text().notNull(),
})

/** Who joined the programme. `emailKey` is the address without case, by which a person is known. */
export const earlyAdopters = pgTable(
  'early_adopters',
  {
    id: uuid().primaryKey(),
    email: text().notNull(),
    emailKey: text('email_key').notNull(),
    name: text().notNull(),
    company: text(),
    segment: text({ enum: segments }).notNull(),
    interests: text().array().notNull(),
    language: text({ enum: languages }).notNull(),
    consentedAt: timestamp('consented_at', { withTimezone: true }).notNull(),
    /** Hash of the consent sentence that was shown, which names its text and language. */
    consentText: text('consent_text').notNull(),
    /** Name, e-mail and company without case and accents, for the search. */
    searchText: text('search_text').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    /** The badges held now; kept by the badges' own feature, so that lists need not look elsewhere. */
    badges: text({ enum: badgeTypes }).array().notNull().default(sql`'{}'`),
    /** When the address last registered again, and when its owner was last sent a notice. */
    repeatedAt: timestamp('repeated_at', { withTimezone: true }),
    repeatAnsweredAt: timestamp('repeat_answered_at', { withTimezone: true }),
    /** When the person withdrew their consent to mails. */
    consentWithdrawnAt: timestamp('consent_withdrawn_at', { withTimezone: true }),
    /** When the person was last in contact with the programme: signed up, corrected, followed a link. */
    lastContactAt: timestamp('last_contact_at', { withTimezone: true }).notNull(),
    /** Raised to make all earlier personal links invalid. */
    linkEpoch: integer('link_epoch').notNull().default(0),
    /** What they asked for. */
    kind: text({ enum: leadKinds }).notNull().default('adopter'),
    /** What they told the team. */
    message: text(),
    /** The path of the public page that they came from. */
    page: text(),
    /** Where they signed up from, by its ISO 3166-1 code. */
    country: text(),
  },
  (table) => [
    uniqueIndex('early_adopters_email_key').on(table.emailKey),
    index('early_adopters_newest').on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('early_adopters_segment_newest').on(
      table.segment,
      table.createdAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index('early_adopters_repeated')
      .on(table.repeatedAt)
      .where(sql`${table.repeatedAt} > coalesce(${table.repeatAnsweredAt}, '-infinity')`),
    // By name without case and accents; only the beginning, since an index takes no more than 2,700 bytes.
    index('early_adopters_by_name').on(sql`left(${withoutAddress(table.searchText)}, 60)`, table.id),
    index('early_adopters_language_newest').on(
      table.language,
      table.createdAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    // Most are adopters, whom the order of all finds as soon; a sign-up then costs no more.
    index('early_adopters_kind_newest')
      .on(table.kind, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`${table.kind} <> 'adopter'`),
    index('early_adopters_with_badge')
      .on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`${table.badges} <> '{}'`),
    index('early_adopters_search').using('gin', sql`${table.searchText} gin_trgm_ops`),
    // For searches of one or two letters (list/short-search-store.ts); most texts are of ASCII and not in it.
    index('early_adopters_pairs')
      .using('gin', lettersAndPairs(table.searchText))
      .where(hasOtherLetters(table.searchText)),
  ],
)

/**
 * The leads whose confirmation mail is to be ordered, the longest waiting first. A table of its own: a sign-up adds a short
 * row here that is deleted once the mail is ordered, and the lead's row, with all its indexes, is written once. It has one
 * index and no foreign key, which cost a tenth of the sign-ups per second; the row of a lead erased meanwhile is skipped.
 */
export const confirmationQueue = pgTable('confirmation_queue', {
  position: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  leadId: uuid('lead_id').notNull(),
  registeredAt: timestamp('registered_at', { withTimezone: true }).notNull(),
})

/** What leads asked for with the form after they had registered: a later message replaces none. */
export const leadEnquiries = pgTable(
  'lead_enquiries',
  {
    id: uuid().primaryKey(),
    leadId: uuid('lead_id')
      .notNull()
      .references(() => earlyAdopters.id, { onDelete: 'cascade' }),
    kind: text({ enum: leadKinds }).notNull(),
    message: text(),
    page: text(),
    sentAt: timestamp('sent_at', { withTimezone: true }).notNull(),
    /** Whether the mail to the team is still to be ordered. */
    isWaiting: boolean('is_waiting').notNull().default(true),
  },
  (table) => [
    index('lead_enquiries_lead').on(table.leadId, table.sentAt.desc().nullsFirst()),
    index('lead_enquiries_waiting').on(table.sentAt).where(sql`${table.isWaiting}`),
  ],
)

/**
 * How many early adopters of each kind each segment has in each language, kept by a trigger so that counting costs the same at any
 * size. `badge` is `all`, `any` for those with at least one badge, or the badge that they hold: sum the rows of one.
 */
export const earlyAdopterCounts = pgTable(
  'early_adopter_counts',
  {
    segment: text({ enum: segments }).notNull(),
    badge: text({ enum: ['all', 'any', ...badgeTypes] }).notNull(),
    language: text({ enum: languages }).notNull(),
    kind: text({ enum: leadKinds }).notNull().default('adopter'),
    total: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.segment, table.badge, table.language, table.kind] })],
)

/** The team's notes about leads. */
export const leadNotes = pgTable(
  'lead_notes',
  {
    id: uuid().primaryKey().defaultRandom(),
    leadId: uuid('lead_id')
      .notNull()
      .references(() => earlyAdopters.id, { onDelete: 'cascade' }),
    text: text().notNull(),
    authorId: uuid('author_id').references(() => users.id, { onDelete: 'set null' }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('lead_notes_lead').on(table.leadId, table.createdAt.desc().nullsFirst())],
)

/** What happened to a lead, but for mails, which have a history of their own. */
export const leadEvents = pgTable(
  'lead_events',
  {
    id: uuid().primaryKey().defaultRandom(),
    leadId: uuid('lead_id')
      .notNull()
      .references(() => earlyAdopters.id, { onDelete: 'cascade' }),
    kind: text({ enum: leadEventKinds }).notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
    /** Who of the team did it; none for the person and for the product itself. */
    actorId: uuid('actor_id').references(() => users.id, { onDelete: 'set null' }),
    /** Details such as the badge or the names of the corrected fields; never personal data. */
    detail: jsonb().$type<Record<string, string>>(),
  },
  (table) => [index('lead_events_lead').on(table.leadId, table.at.desc().nullsFirst())],
)

/** A change of address that waits for the owner of the new one to confirm it: at most one of each lead. */
export const leadEmailChanges = pgTable('lead_email_changes', {
  leadId: uuid('lead_id')
    .primaryKey()
    .references(() => earlyAdopters.id, { onDelete: 'cascade' }),
  /** Identifies the change: links for another one are invalid. */
  id: uuid().notNull(),
  email: text().notNull(),
  requestedAt: timestamp('requested_at', { withTimezone: true }).notNull(),
  expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  /** Who of the team asked for it; none for the person. */
  requestedBy: uuid('requested_by').references(() => users.id, { onDelete: 'set null' }),
})

/** Counts of erased leads by day, segment and reason. Earlier versions erased some for `retention`. */
export const erasures = pgTable(
  'erasures',
  {
    day: date({ mode: 'string' }).notNull(),
    segment: text({ enum: segments }).notNull(),
    reason: text({ enum: ['asked', 'by_team', 'retention'] }).notNull(),
    total: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.segment, table.reason] })],
)

/**
 * How far erased leads had come, by the day of their registration in the time zone of the site: counts that name nobody, so
 * that an erasure changes no figure of the past.
 */
export const erasedCohorts = pgTable(
  'erased_cohorts',
  {
    day: date({ mode: 'string' }).notNull(),
    segment: text({ enum: segments }).notNull(),
    /** Empty when it is not known. */
    country: text().notNull(),
    registrations: integer().notNull(),
    sent: integer().notNull(),
    opened: integer().notNull(),
    clicked: integer().notNull(),
    started: integer().notNull().default(0),
    activated: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.day, table.segment, table.country] })],
)

/** Filters of the list under a name. `nameKey` is the name without case and accents, by which they are told apart. */
export const savedFilters = pgTable('saved_filters', {
  id: uuid().primaryKey().defaultRandom(),
  name: text().notNull(),
  nameKey: text('name_key').notNull().unique(),
  filter: jsonb().$type<LeadFilter>().notNull(),
  authorId: uuid('author_id').references(() => users.id, { onDelete: 'set null' }),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
})

/** The team's tags for leads. `nameKey` is the name without case and accents, by which they are told apart; a trigger keeps `people`. */
export const leadTags = pgTable(
  'lead_tags',
  {
    id: uuid().primaryKey().defaultRandom(),
    name: text().notNull(),
    nameKey: text('name_key').notNull(),
    /** The tag that it was merged into, so that links, saved filters and audiences that name it still work. */
    mergedInto: uuid('merged_into').references((): AnyPgColumn => leadTags.id, { onDelete: 'cascade' }),
    /** How many leads have it, so that counting them costs the same at any size. */
    people: integer().notNull().default(0),
  },
  (table) => [
    uniqueIndex('lead_tags_name').on(table.nameKey).where(sql`${table.mergedInto} IS NULL`),
    index('lead_tags_merged').on(table.mergedInto),
  ],
)

/** Who has which tag. */
export const taggedLeads = pgTable(
  'tagged_leads',
  {
    tagId: uuid('tag_id')
      .notNull()
      .references(() => leadTags.id, { onDelete: 'cascade' }),
    leadId: uuid('lead_id')
      .notNull()
      .references(() => earlyAdopters.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.tagId, table.leadId] }),
    index('tagged_leads_lead').on(table.leadId),
  ],
)
