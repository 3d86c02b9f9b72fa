import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  customType,
  date,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { languages } from '#shared/languages.ts'
import type { BlockProof } from './contract.ts'
import { anchorFaults, leafKinds, legalPages } from './model.ts'

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
const moment = (name: string) => timestamp(name, { withTimezone: true })

/** What waits to be added to the tree. Written in the transaction of what is recorded. */
export const ledgerQueue = pgTable('ledger_queue', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  entryId: uuid('entry_id').notNull().unique(),
  kind: text({ enum: leafKinds }).notNull(),
  at: moment('at').notNull(),
  commitment: bytea().notNull(),
})

/**
 * The leaves of the tree, never changed. `data` is what is hashed: canonical JSON. Nothing in it tells what the commitment is to.
 */
export const ledgerLeaves = pgTable(
  'ledger_leaves',
  {
    index: bigint({ mode: 'number' }).primaryKey(),
    entryId: uuid('entry_id').notNull().unique(),
    kind: text({ enum: leafKinds }).notNull(),
    data: text().notNull(),
    hash: bytea().notNull(),
  },
  (table) => [
    // Equal facts have different salts, and leaves with them different hashes.
    index('ledger_leaves_hash').using('hash', table.hash),
    index('ledger_leaves_kind').on(table.kind, table.index),
  ],
)

/**
 * What commitments are to, with their salts. Once a row is deleted, nobody can tell or prove any more what its leaf says, and
 * the tree stays whole.
 */
export const ledgerOpenings = pgTable(
  'ledger_openings',
  {
    entryId: uuid('entry_id').primaryKey(),
    kind: text({ enum: leafKinds }).notNull(),
    /** The thing that it says something of, such as an award: whatever is forgotten with it. */
    subject: uuid(),
    salt: bytea().notNull(),
    statement: jsonb().$type<Readonly<Record<string, unknown>>>().notNull(),
    recordedAt: moment('recorded_at').notNull(),
  },
  (table) => [
    index('ledger_openings_subject').on(table.subject).where(sql`${table.subject} IS NOT NULL`),
    index('ledger_openings_kind').on(table.kind, table.recordedAt),
  ],
)

/** The hashes of the tree in tiles of at most 256 (C2SP tlog-tiles). Full ones are never changed. */
export const ledgerTiles = pgTable(
  'ledger_tiles',
  {
    level: smallint().notNull(),
    index: bigint({ mode: 'number' }).notNull(),
    hashes: bytea().notNull(),
  },
  (table) => [primaryKey({ columns: [table.level, table.index] })],
)

/** The one row of the present state. */
export const ledgerHead = pgTable(
  'ledger_head',
  {
    id: integer().primaryKey(),
    size: bigint({ mode: 'number' }).notNull(),
    root: bytea().notNull(),
    /** What names the log; fixed with its first checkpoint, since those that are signed name it. A restore gives it another. */
    origin: text(),
    checkedAt: moment('checked_at'),
    checkedTo: bigint('checked_to', { mode: 'number' }),
    /** The leaf that the last check found changed or missing. */
    brokenAt: bigint('broken_at', { mode: 'number' }),
  },
  (table) => [check('ledger_head_one', sql`${table.id} = 1`)],
)

/**
 * Logs that ended when a backup was restored, and go on in this one: under their names nothing is signed any more, since more may
 * have been signed that the backup does not know of.
 */
export const ledgerFormerLogs = pgTable('ledger_former_logs', {
  origin: text().primaryKey(),
  /** As far as they are known here. */
  size: bigint({ mode: 'number' }).notNull(),
  root: bytea().notNull(),
  endedAt: moment('ended_at').notNull(),
})

/** Every signed checkpoint. */
export const ledgerCheckpoints = pgTable('ledger_checkpoints', {
  size: bigint({ mode: 'number' }).primaryKey(),
  root: bytea().notNull(),
  at: moment('at').notNull(),
  /** A signed note. */
  note: text().notNull(),
})

/** Signatures of witnesses, who vouch that a checkpoint continues those that they saw before. */
export const ledgerCosignatures = pgTable(
  'ledger_cosignatures',
  {
    size: bigint({ mode: 'number' })
      .notNull()
      .references(() => ledgerCheckpoints.size),
    /** The verifier key of the witness. */
    witness: text().notNull(),
    /** When the witness says that it signed. */
    at: moment('at').notNull(),
    /** Its line in the note. */
    line: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.size, table.witness] })],
)

/** Every version of a legal text that was ever published here, as plain text. */
export const legalTexts = pgTable('legal_texts', {
  /** Of the text, in hex. */
  sha256: text().primaryKey(),
  page: text({ enum: legalPages }).notNull(),
  language: text({ enum: languages }).notNull(),
  text: text().notNull(),
  /** For the last time. */
  publishedAt: moment('published_at').notNull(),
})

/** How many leaves of each kind were added on a day, UTC. */
export const ledgerDays = pgTable(
  'ledger_days',
  {
    day: date().notNull(),
    kind: text({ enum: leafKinds }).notNull(),
    entries: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.kind] })],
)

/** An amount in the chain's smallest unit. */
const wei = (name?: string) => numeric(name ?? '', { precision: 78, scale: 0, mode: 'bigint' })

/**
 * Checkpoints that are written to a chain. `sent`: signed, and perhaps in no block yet; `included`: in a block that may still be
 * left by the chain; `confirmed`: below enough blocks; `lost`: its nonce was used by another transaction.
 */
export const ledgerAnchors = pgTable(
  'ledger_anchors',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    chainId: bigint('chain_id', { mode: 'number' }).notNull(),
    chain: text().notNull(),
    /** With `{transaction}` where its hash goes. */
    explorer: text(),
    size: bigint({ mode: 'number' })
      .notNull()
      .references(() => ledgerCheckpoints.size),
    /** The data of its transactions. */
    checkpointText: text('checkpoint_text').notNull(),
    sender: text().notNull(),
    nonce: bigint({ mode: 'number' }).notNull(),
    state: text({ enum: ['sent', 'included', 'confirmed', 'lost'] }).notNull(),
    createdAt: moment('created_at').notNull(),
    /** Since when it is in no block, if it is in none. */
    sentAt: moment('sent_at').notNull(),
    /** The transaction that is in a block; the others with its nonce never will be. */
    transaction: text(),
    blockNumber: bigint('block_number', { mode: 'number' }),
    blockHash: text('block_hash'),
    blockAt: moment('block_at'),
    proof: jsonb().$type<BlockProof>(),
    /** What it has cost. */
    spent: wei(),
    confirmedAt: moment('confirmed_at'),
  },
  (table) => [
    index('ledger_anchors_size').on(table.size).where(sql`${table.state} = 'confirmed'`),
    // Usually one at a time is on its way; more after the chain has left blocks that were confirmed.
    uniqueIndex('ledger_anchors_pending')
      .on(table.chainId, table.sender, table.nonce)
      .where(sql`${table.state} IN ('sent', 'included')`),
  ],
)

/** The signed transactions of an anchor: the first, and those that replaced it with a higher fee. Written before they are sent. */
export const ledgerAnchorTransactions = pgTable(
  'ledger_anchor_transactions',
  {
    hash: text().primaryKey(),
    anchorId: bigint('anchor_id', { mode: 'number' })
      .notNull()
      .references(() => ledgerAnchors.id),
    raw: text().notNull(),
    /** The highest cost. */
    most: wei().notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [index('ledger_anchor_transactions_anchor').on(table.anchorId)],
)

/** The one row on what the chain last told; none before it was first asked. */
export const ledgerAnchoring = pgTable(
  'ledger_anchoring',
  {
    id: integer().primaryKey(),
    chainId: bigint('chain_id', { mode: 'number' }),
    chain: text(),
    coin: text().notNull(),
    /** With `{transaction}` where its hash goes. */
    explorer: text(),
    balance: wei(),
    blockNumber: bigint('block_number', { mode: 'number' }),
    fault: text({ enum: anchorFaults }),
    faultSince: moment('fault_since'),
    /** The last fault that admins were told of since all was well. */
    toldFault: text('told_fault', { enum: anchorFaults }),
    /** When an admin asked for an anchor before its time. */
    askedAt: moment('asked_at'),
    /** When anchoring has next to look at the chain; while a process does so, when another may. */
    nextAt: moment('next_at').notNull(),
  },
  (table) => [check('ledger_anchoring_one', sql`${table.id} = 1`)],
)
