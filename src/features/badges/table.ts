import { sql } from 'drizzle-orm'
import {
  boolean,
  index,
  integer,
  json,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { users } from '#features/accounts/table.ts'
import { earlyAdopters } from '#features/early-adopters/table.ts'
import { badgeTypes } from '#shared/badge-types.ts'
import { languages } from '#shared/languages.ts'
import { segments } from '#shared/segments.ts'

/** All awards. When a person is erased, the row stays without lead and credential, and its bit is revoked. */
export const badgeAwards = pgTable(
  'badge_awards',
  {
    id: uuid().primaryKey().defaultRandom(),
    leadId: uuid('lead_id').references(() => earlyAdopters.id, { onDelete: 'set null' }),
    badgeType: text('badge_type', { enum: badgeTypes }).notNull(),
    /** The award's position in the status list, never used twice. */
    statusIndex: integer('status_index').notNull().generatedAlwaysAsIdentity(),
    /** The signed Open Badges 3.0 credential; null once its holder was erased. */
    credential: json().$type<Record<string, unknown>>(),
    awardedAt: timestamp('awarded_at', { withTimezone: true }).notNull(),
    awardedBy: uuid('awarded_by').references(() => users.id, { onDelete: 'set null' }),
    revokedAt: timestamp('revoked_at', { withTimezone: true }),
    revokeReason: text('revoke_reason'),
    erasedAt: timestamp('erased_at', { withTimezone: true }),
  },
  (table) => [
    uniqueIndex('badge_awards_status_index').on(table.statusIndex),
    uniqueIndex('badge_awards_held').on(table.leadId, table.badgeType).where(sql`${table.revokedAt} IS NULL`),
    // For the list of a lead's awards, and for erasing a lead.
    index('badge_awards_lead').on(table.leadId),
    index('badge_awards_newest').on(table.awardedAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('badge_awards_void')
      .on(table.statusIndex)
      .where(sql`${table.revokedAt} IS NOT NULL OR ${table.erasedAt} IS NOT NULL`),
  ],
)

/** Bulk awards, processed in batches by any process. The results are counted batch by batch. */
export const badgeBulks = pgTable(
  'badge_bulks',
  {
    id: uuid().primaryKey().defaultRandom(),
    badgeType: text('badge_type', { enum: badgeTypes }).notNull(),
    /** For all leads of this segment at the time of the order; null if the leads are named. */
    segment: text({ enum: segments }),
    /** The named leads, sorted and without duplicates; deleted when it has ended. */
    leadIds: uuid('lead_ids').array(),
    /** The last processed lead; leads are processed in the order of their ids. */
    reached: uuid(),
    total: integer().notNull(),
    awarded: integer().notNull().default(0),
    already: integer().notNull().default(0),
    missing: integer().notNull().default(0),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    createdBy: uuid('created_by').references(() => users.id, { onDelete: 'set null' }),
    endedAt: timestamp('ended_at', { withTimezone: true }),
    /** Somebody stopped it before its end. */
    isStopped: boolean('is_stopped').notNull().default(false),
  },
  (table) => [index('badge_bulks_running').on(table.createdAt).where(sql`${table.endedAt} IS NULL`)],
)

/** The team's text of a badge in a language, which replaces the built-in one. */
export const badgeTexts = pgTable(
  'badge_texts',
  {
    badgeType: text('badge_type', { enum: badgeTypes }).notNull(),
    language: text({ enum: languages }).notNull(),
    name: text().notNull(),
    description: text().notNull(),
    criteria: text().notNull(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
    updatedBy: uuid('updated_by').references(() => users.id, { onDelete: 'set null' }),
  },
  (table) => [primaryKey({ columns: [table.badgeType, table.language] })],
)
