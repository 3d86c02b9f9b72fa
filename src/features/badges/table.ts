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

/** Every badge ever awarded. Erasing a person leaves the row without lead and credential, and its bit revoked. */
export const badgeAwards = pgTable(
  'badge_awards',
  {
    id: uuid().primaryKey().defaultRandom(),
    leadId: uuid('lead_id').references(() => earlyAdopters.id, { onDelete: 'set null' }),
    badgeType: text('badge_type', { enum: badgeTypes }).notNull(),
    /** The award's bit in the status list: counted up, never used twice. */
    statusIndex: integer('status_index').notNull().generatedAlwaysAsIdentity(),
    /** The signed Open Badges 3.0 credential, as it was written; none once its holder was erased. */
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
    // For the list of a lead's awards, and for letting go of a lead who is erased.
    index('badge_awards_lead').on(table.leadId),
    index('badge_awards_newest').on(table.awardedAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('badge_awards_void')
      .on(table.statusIndex)
      .where(sql`${table.revokedAt} IS NOT NULL OR ${table.erasedAt} IS NOT NULL`),
  ],
)

/** Awards to many, made a few at a time by whichever process looks. What is done is counted as it is done. */
export const badgeBulks = pgTable(
  'badge_bulks',
  {
    id: uuid().primaryKey().defaultRandom(),
    badgeType: text('badge_type', { enum: badgeTypes }).notNull(),
    /** To all who had joined this segment when it was ordered; none when the leads are named. */
    segment: text({ enum: segments }),
    /** The named leads, in order, each once; forgotten when it has ended. */
    leadIds: uuid('lead_ids').array(),
    /** The last lead that it has come to: they are taken in the order of their ids. */
    reached: uuid(),
    total: integer().notNull(),
    awarded: integer().notNull().default(0),
    already: integer().notNull().default(0),
    missing: integer().notNull().default(0),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    createdBy: uuid('created_by').references(() => users.id, { onDelete: 'set null' }),
    endedAt: timestamp('ended_at', { withTimezone: true }),
    /** Somebody ended it before all had their turn. */
    isStopped: boolean('is_stopped').notNull().default(false),
  },
  (table) => [index('badge_bulks_running').on(table.createdAt).where(sql`${table.endedAt} IS NULL`)],
)

/** What the team says of a badge in a language, in place of the built-in text. */
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

/**
 * The public halves of the keys that credentials are signed with. The private ones never leave the data folders of the
 * processes that made them.
 */
export const signingKeys = pgTable('signing_keys', {
  /** The fragment of its verification method in the did document. */
  id: text().primaryKey(),
  publicKeyMultibase: text('public_key_multibase').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  /** From then on nothing new is signed with it; what was signed before goes on being valid. */
  retiredAt: timestamp('retired_at', { withTimezone: true }),
})
