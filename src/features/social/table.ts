import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { sessions, users } from '#features/accounts/table.ts'
import {
  accountFaults,
  accountModes,
  connectionFailures,
  connectionStates,
  type Timetable,
} from '#features/social/accounts/contract.ts'
import type { Json, PostFigures, Quota } from '#features/social/platforms/platform.ts'
import {
  attemptKinds,
  type DraftContent,
  postFaults,
  postStages,
  postStatuses,
} from '#features/social/posts/contract.ts'
import { platformIds } from './contract.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** Accounts of the team at social platforms. One that was disconnected keeps its posts, and nothing that is secret. */
export const socialAccounts = pgTable(
  'social_accounts',
  {
    id: uuid().primaryKey().defaultRandom(),
    platform: text({ enum: platformIds }).notNull(),
    /** What the platform calls it for good. */
    externalId: text('external_id').notNull(),
    name: text().notNull(),
    url: text(),
    mode: text({ enum: accountModes }).notNull(),
    /** What publishing needs to know about it, without secrets. */
    data: jsonb().$type<Json>().notNull().default({}),
    /** The scopes granted; null where the platform does not say. */
    scopes: text().array(),
    /** Encrypted. */
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    expiresAt: moment('expires_at'),
    refreshExpiresAt: moment('refresh_expires_at'),
    /** Raised whenever the tokens change, so that of several who find one expired a single one renews it. */
    tokenVersion: integer('token_version').notNull().default(0),
    renewedAt: moment('renewed_at'),
    /** Until when a process renews the token, by the clock of the database. */
    renewingUntil: moment('renewing_until'),
    /** Why a person has to connect it again. */
    fault: text({ enum: accountFaults }),
    /** What the platform said about it. */
    faultSentence: text('fault_sentence'),
    failingSince: moment('failing_since'),
    lastSuccessAt: moment('last_success_at'),
    quota: jsonb().$type<(Omit<Quota, 'resetsAt'> & { resetsAt: string | null; at: string }) | null>(),
    /** Nothing is published before then, since the platform asked to wait. */
    pausedUntil: moment('paused_until'),
    /** The end of which the team has been warned. */
    warnedOf: moment('warned_of'),
    /** When posts are queued; null until somebody has said. */
    timetable: jsonb().$type<Timetable | null>(),
    connectedBy: uuid('connected_by').references(() => users.id, { onDelete: 'set null' }),
    connectedAt: moment('connected_at').notNull(),
    disconnectedAt: moment('disconnected_at'),
  },
  (table) => [uniqueIndex('social_accounts_external').on(table.platform, table.externalId)],
)

/** An account that is being connected at its platform's page. */
export const socialConnections = pgTable(
  'social_connections',
  {
    id: uuid().primaryKey().defaultRandom(),
    platform: text({ enum: platformIds }).notNull(),
    /** SHA-256 of the state, until it has been used, and of the cookie that binds it to a browser. */
    stateDigest: text('state_digest').notNull(),
    browserDigest: text('browser_digest').notNull(),
    /** The verifier of PKCE, encrypted. */
    codeVerifier: text('code_verifier'),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The session that has started it: once that has ended, nothing is connected. */
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    state: text({ enum: connectionStates }).notNull().default('waiting'),
    /** Why nothing was connected. */
    failure: text({ enum: connectionFailures }),
    /** What the platform said. */
    sentence: text(),
    accountId: uuid('account_id').references(() => socialAccounts.id, { onDelete: 'set null' }),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [uniqueIndex('social_connections_state').on(table.stateDigest)],
)

/** Pictures and videos that were uploaded for posts. The files are in the file store. */
export const socialFiles = pgTable(
  'social_files',
  {
    id: uuid().primaryKey().defaultRandom(),
    kind: text({ enum: ['image', 'video'] }).notNull(),
    /** Its content type, by its content. */
    type: text().notNull(),
    name: text().notNull(),
    /** Its name in the file store. */
    path: text().notNull(),
    size: bigint({ mode: 'number' }).notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    seconds: real(),
    createdBy: uuid('created_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [uniqueIndex('social_files_path').on(table.path), index('social_files_age').on(table.createdAt)],
)

/** Posts: one for each account, also where several were written together. */
export const socialPosts = pgTable(
  'social_posts',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** Of the posts that were written together. */
    groupId: uuid('group_id').notNull(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => socialAccounts.id),
    platform: text({ enum: platformIds }).notNull(),
    content: text().notNull(),
    title: text().notNull().default(''),
    target: jsonb().$type<Record<string, string>>().notNull().default({}),
    /** Whether links to the site get the parameters of a campaign. */
    tracksLinks: boolean('tracks_links').notNull().default(true),
    /** Folded, to be found and compared. */
    searchText: text('search_text').notNull(),
    scheduledAt: moment('scheduled_at').notNull(),
    /** The time on the clock of the author, and where: `2026-12-01T09:00`, `Europe/Madrid`. */
    wallTime: text('wall_time').notNull(),
    timeZone: text('time_zone').notNull(),
    status: text({ enum: postStatuses }).notNull().default('scheduled'),
    stage: text({ enum: postStages }).notNull().default('preparing'),
    /** Raised by every change that people make. */
    version: integer().notNull().default(1),
    /** When it is taken next. */
    dueAt: moment('due_at').notNull(),
    /** What its platform has prepared so far: a text, encrypted. */
    progress: jsonb().$type<Json | null>(),
    /** Raised whenever a process takes it: only the newest holder may write. */
    fence: bigint({ mode: 'number' }).notNull().default(0),
    /** When it was last taken, and until when its process has it, by the clock of the database. */
    takenAt: moment('taken_at'),
    leasedUntil: moment('leased_until'),
    /** When the irreversible call was about to be made. */
    armedAt: moment('armed_at'),
    /** The same for all attempts of it. */
    idempotencyKey: uuid('idempotency_key').notNull().defaultRandom(),
    /** How many attempts have failed since a person last decided, and whether the token was renewed for it since. */
    failures: integer().notNull().default(0),
    wasRenewed: boolean('was_renewed').notNull().default(false),
    fault: text({ enum: postFaults }),
    /** What the platform said, or a code of `social.json` for a fault of our own. */
    errorMessage: text('error_message'),
    publishedId: text('published_id'),
    publishedUrl: text('published_url'),
    publishedAt: moment('published_at'),
    /** When a person had its platform remove it. */
    removedAt: moment('removed_at'),
    figures: jsonb().$type<PostFigures>(),
    figuresAt: moment('figures_at'),
    createdBy: uuid('created_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    index('social_posts_time').on(table.scheduledAt, table.id),
    index('social_posts_account').on(table.accountId),
    index('social_posts_group').on(table.groupId),
    index('social_posts_due')
      .on(table.platform, table.dueAt)
      .where(sql`${table.status} IN ('scheduled', 'publishing') AND ${table.stage} <> 'handed_over'`),
    index('social_posts_search').using('gin', sql`${table.searchText} gin_trgm_ops`),
    index('social_posts_taken').on(table.platform, table.takenAt),
    index('social_posts_failed').on(table.updatedAt).where(sql`${table.status} = 'failed'`),
  ],
)

/** The files of a post, in order. */
export const socialPostFiles = pgTable(
  'social_post_files',
  {
    postId: uuid('post_id')
      .notNull()
      .references(() => socialPosts.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    fileId: uuid('file_id')
      .notNull()
      .references(() => socialFiles.id),
    alternativeText: text('alternative_text').notNull().default(''),
  },
  (table) => [
    primaryKey({ columns: [table.postId, table.position] }),
    index('social_post_files_file').on(table.fileId),
  ],
)

/** What has happened to a post. */
export const socialAttempts = pgTable(
  'social_attempts',
  {
    number: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    postId: uuid('post_id').notNull(),
    at: moment('at').notNull(),
    kind: text({ enum: attemptKinds }).notNull(),
    /** The HTTP status of an answer. */
    status: integer(),
    milliseconds: integer(),
    /** What was called, or what the platform said. Without secrets. */
    detail: text().notNull().default(''),
    /** The person who decided. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
  },
  (table) => [
    foreignKey({
      name: 'social_attempts_post',
      columns: [table.postId],
      foreignColumns: [socialPosts.id],
    }).onDelete('cascade'),
    index('social_attempts_of').on(table.postId, table.number),
  ],
)

/** What somebody is writing. */
export const socialDrafts = pgTable(
  'social_drafts',
  {
    id: uuid().primaryKey().defaultRandom(),
    authorId: uuid('author_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    content: jsonb().$type<DraftContent>().notNull(),
    version: integer().notNull().default(1),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [index('social_drafts_author').on(table.authorId, table.updatedAt)],
)

/** Answers to requests that must have one effect, by the key that the sender gave them. */
export const socialRequests = pgTable(
  'social_requests',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    key: text().notNull(),
    /** SHA-256 of what was asked. */
    digest: text().notNull(),
    postIds: uuid('post_ids').array().notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.key] }),
    index('social_requests_age').on(table.createdAt),
  ],
)
