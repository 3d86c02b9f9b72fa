import { sql } from 'drizzle-orm'
import {
  boolean,
  date,
  index,
  integer,
  json,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { users } from '#features/accounts/table.ts'
import { earlyAdopters } from '#features/early-adopters/table.ts'
import { languages } from '#shared/languages.ts'
import { segments } from '#shared/segments.ts'
import { activationCountries, type SignatureStatement } from './contract.ts'
import { linkKinds } from './model.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** The signatures of leads. When a person is erased, the row stays without all that is theirs. */
export const signatures = pgTable(
  'signatures',
  {
    id: uuid().primaryKey().defaultRandom(),
    leadId: uuid('lead_id').references(() => earlyAdopters.id, { onDelete: 'set null' }),
    /** When the present link was sent, and who ordered it; none for the person and for the product itself. */
    invitedAt: moment('invited_at').notNull(),
    invitedBy: uuid('invited_by').references(() => users.id, { onDelete: 'set null' }),
    /** When the links end. */
    expiresAt: moment('expires_at').notNull(),
    /** When the reminder of the present link was sent. */
    remindedAt: moment('reminded_at'),
    linksSent: integer('links_sent').notNull().default(1),
    /** When the person first saw the page, and first wrote in its form. */
    openedAt: moment('opened_at'),
    startedAt: moment('started_at'),
    activatedAt: moment('activated_at'),
    certificateId: uuid('certificate_id'),
    /** The epoch of the master key that its key is derived from. */
    keyEpoch: integer('key_epoch'),
    /** Its number in the status lists, from 1 and never used twice. */
    statusIndex: integer('status_index').notNull().generatedAlwaysAsIdentity(),
    address: text(),
    publicKey: text('public_key'),
    statement: json().$type<SignatureStatement>(),
    statementSignature: text('statement_signature'),
    // What the person wrote.
    fullName: text('full_name'),
    organization: text(),
    position: text(),
    country: text({ enum: activationCountries }),
    phoneNumber: text('phone_number'),
    linkedinProfile: text('linkedin_profile'),
    useCase: text('use_case'),
    /** The date of the terms that they agreed to, and the language in which they did. */
    termsDate: date('terms_date', { mode: 'string' }),
    language: text({ enum: languages }),
    ledgerEntry: uuid('ledger_entry'),
    revokedAt: moment('revoked_at'),
    revokedBy: uuid('revoked_by').references(() => users.id, { onDelete: 'set null' }),
    revokeReason: text('revoke_reason'),
    erasedAt: moment('erased_at'),
  },
  (table) => [
    uniqueIndex('signatures_of_lead')
      .on(table.leadId)
      .where(sql`${table.revokedAt} IS NULL AND ${table.erasedAt} IS NULL`),
    uniqueIndex('signatures_status_index').on(table.statusIndex),
    uniqueIndex('signatures_address').on(table.address),
    uniqueIndex('signatures_certificate').on(table.certificateId),
    index('signatures_lead').on(table.leadId),
    index('signatures_newest').on(table.invitedAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('signatures_to_remind')
      .on(table.expiresAt)
      .where(
        sql`${table.activatedAt} IS NULL AND ${table.revokedAt} IS NULL AND ${table.remindedAt} IS NULL`,
      ),
  ],
)

/** The links that were sent for signatures, by the hashes of their tokens. */
export const signatureLinks = pgTable(
  'signature_links',
  {
    tokenHash: text('token_hash').primaryKey(),
    signatureId: uuid('signature_id')
      .notNull()
      .references(() => signatures.id, { onDelete: 'cascade' }),
    kind: text({ enum: linkKinds }).notNull(),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('signature_links_signature').on(table.signatureId)],
)

/** Invitations of many leads, processed in batches by any process. The results are counted batch by batch. */
export const signatureBulks = pgTable(
  'signature_bulks',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** For all leads of this segment at the time of the order; null if the leads are named. */
    segment: text({ enum: segments }),
    /** The named leads, sorted and without duplicates; deleted when it has ended. */
    leadIds: uuid('lead_ids').array(),
    /** The last processed lead; leads are processed in the order of their ids. */
    reached: uuid(),
    total: integer().notNull(),
    invited: integer().notNull().default(0),
    already: integer().notNull().default(0),
    skipped: integer().notNull().default(0),
    missing: integer().notNull().default(0),
    createdAt: moment('created_at').notNull(),
    createdBy: uuid('created_by').references(() => users.id, { onDelete: 'set null' }),
    endedAt: moment('ended_at'),
    /** Somebody stopped it before its end. */
    isStopped: boolean('is_stopped').notNull().default(false),
  },
  (table) => [index('signature_bulks_running').on(table.createdAt).where(sql`${table.endedAt} IS NULL`)],
)

/** The master keys, from which the keys of signatures are derived; the one of the last epoch is used. */
export const signatureMasterKeys = pgTable('signature_master_keys', {
  epoch: integer().primaryKey(),
  /** Encrypted; none when the environment holds it. */
  seed: text(),
  /** Tells whether a key is this one. */
  fingerprint: text().notNull(),
  createdAt: moment('created_at').notNull(),
  /** From then on no new key is derived from it. */
  retiredAt: moment('retired_at'),
})
