import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  customType,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import { languages } from '#shared/languages.ts'
import { themes } from '#shared/user.ts'

const bytea = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' })

/** The team. `usernameKey` is the normalized name, which is unique. */
export const users = pgTable(
  'users',
  {
    id: uuid().primaryKey().defaultRandom(),
    username: text().notNull(),
    usernameKey: text('username_key').notNull(),
    name: text().notNull(),
    role: text({ enum: ['admin', 'editor', 'viewer'] }).notNull(),
    /** The only languages that an editor may edit; null for all. */
    languages: text({ enum: languages }).array(),
    /** Null until they have accepted their invitation. */
    passwordHash: text('password_hash'),
    /** Their address, confirmed where mails are sent: links to a new password and notices go there. */
    email: text(),
    emailKey: text('email_key'),
    /** The language of the panel and of mails to them; null while they have chosen none. */
    language: text({ enum: languages }),
    /** Kept for longer than their sessions. */
    lastSignInAt: timestamp('last_sign_in_at', { withTimezone: true }),
    /** The colours of the panel; null while they have chosen none. */
    theme: text({ enum: themes }),
    /** The IANA name of the time zone in which the panel shows times; null for that of the browser. */
    timeZone: text('time_zone'),
    /** In the address of their picture. */
    pictureDigest: text('picture_digest'),
    /** Since when they cannot sign in. */
    disabledAt: timestamp('disabled_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('users_username_key').on(table.usernameKey),
    uniqueIndex('users_email_key').on(table.emailKey),
    check('users_languages', sql`${table.languages} IS NULL OR ${table.role} = 'editor'`),
  ],
)

export type UserRow = typeof users.$inferSelect

/** Invitations that have not been accepted. Only a hash of the link's token is stored. */
export const invitations = pgTable(
  'invitations',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    tokenHash: text('token_hash').notNull(),
    email: text().notNull(),
    /** Whether the link was sent to the address, or given to whoever invited them. */
    byMail: boolean('by_mail').notNull(),
    invitedBy: uuid('invited_by').references(() => users.id, { onDelete: 'set null' }),
    sentAt: timestamp('sent_at', { withTimezone: true }).notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (table) => [uniqueIndex('invitations_token_hash').on(table.tokenHash)],
)

export type InvitationRow = typeof invitations.$inferSelect

/** Signed-in devices. Only a hash of the token is stored. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    tokenHash: text('token_hash').notNull(),
    userAgent: text('user_agent').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    lastSeenAt: timestamp('last_seen_at', { withTimezone: true }).notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    /** When the password was last given in this session. */
    passwordConfirmedAt: timestamp('password_confirmed_at', { withTimezone: true }).notNull().defaultNow(),
    revokedAt: timestamp('revoked_at', { withTimezone: true }),
  },
  (table) => [
    uniqueIndex('sessions_token_hash').on(table.tokenHash),
    index('sessions_user_id').on(table.userId),
    index('sessions_expires_at').on(table.expiresAt),
  ],
)

/** Counts of sign-in attempts; the columns are those of rate-limiter-flexible. */
export const loginAttempts = pgTable('login_attempts', {
  key: varchar({ length: 255 }).primaryKey(),
  points: integer().notNull().default(0),
  expire: bigint({ mode: 'number' }),
})

/** Links to a new password: each works once, for an hour. Only a hash of the token is stored. */
export const passwordResets = pgTable(
  'password_resets',
  {
    tokenHash: text('token_hash').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    usedAt: timestamp('used_at', { withTimezone: true }),
  },
  (table) => [index('password_resets_expiry').on(table.expiresAt)],
)

/** Links that confirm another address of a user: each works once, for a day. Only a hash of the token is stored. */
export const userEmailChanges = pgTable(
  'user_email_changes',
  {
    tokenHash: text('token_hash').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    email: text().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    /** When it was confirmed, forgotten, or another link took its place. */
    endedAt: timestamp('ended_at', { withTimezone: true }),
  },
  (table) => [
    index('user_email_changes_user_id').on(table.userId),
    index('user_email_changes_expiry').on(table.expiresAt),
    // However many ask at once, one link of a user is open.
    uniqueIndex('user_email_changes_open').on(table.userId).where(sql`${table.endedAt} IS NULL`),
  ],
)

/** The pictures of users, square, as WebP. */
export const userPictures = pgTable(
  'user_pictures',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    digest: text().notNull(),
    small: bytea().notNull(),
    large: bytea().notNull(),
  },
  (table) => [uniqueIndex('user_pictures_digest').on(table.digest)],
)

/** The keys of authenticator apps (RFC 6238), one for a user. */
export const totpKeys = pgTable('totp_keys', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Encrypted. */
  secret: text().notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  /** When a first code was given; until then it is not asked for. */
  confirmedAt: timestamp('confirmed_at', { withTimezone: true }),
  /** The step of the last accepted code: neither it nor an earlier one is accepted again. */
  lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
})

/** Passkeys (WebAuthn). Only their public keys are known here. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    credentialId: text('credential_id').notNull(),
    /** In COSE form, base64url. */
    publicKey: text('public_key').notNull(),
    /** How often it says it was used; 0 from those that do not count. */
    counter: bigint({ mode: 'number' }).notNull(),
    transports: text().array().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    lastUsedAt: timestamp('last_used_at', { withTimezone: true }),
  },
  (table) => [
    uniqueIndex('passkeys_credential_id').on(table.credentialId),
    index('passkeys_user_id').on(table.userId),
  ],
)

/** Codes for when no other factor is at hand: each works once. Only a hash is stored, with the salt that all of a user have. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    codeHash: text('code_hash').notNull(),
    salt: text().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    usedAt: timestamp('used_at', { withTimezone: true }),
  },
  (table) => [primaryKey({ columns: [table.userId, table.codeHash] })],
)

/** What was asked of somebody who signs in, confirms who they are or adds a passkey. Only a hash of its token is stored. */
export const factorChallenges = pgTable(
  'factor_challenges',
  {
    tokenHash: text('token_hash').primaryKey(),
    /** `passkey alone`: instead of name and password. */
    purpose: text({ enum: ['second step', 'passkey alone', 'confirmation', 'registration'] }).notNull(),
    /** Whom it is for; null where a passkey tells. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    /** The session that it belongs to; null while signing in. */
    sessionId: uuid('session_id').references(() => sessions.id, { onDelete: 'cascade' }),
    /** Of the password that was given, so that none works after a change of the password. */
    passwordMark: text('password_mark'),
    /** What a passkey has to sign. */
    passkeyChallenge: text('passkey_challenge'),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    index('factor_challenges_user_id').on(table.userId),
    index('factor_challenges_session_id').on(table.sessionId),
    index('factor_challenges_expires_at').on(table.expiresAt),
  ],
)
