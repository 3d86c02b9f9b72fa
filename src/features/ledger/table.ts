import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  customType,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import { languages } from '#shared/languages.ts'
import { leafKinds, legalPages } from './model.ts'

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
    /** What names the log; fixed with its first checkpoint, since those that are signed name it. */
    origin: text(),
    checkedAt: moment('checked_at'),
    checkedTo: bigint('checked_to', { mode: 'number' }),
    /** The leaf that the last check found changed or missing. */
    brokenAt: bigint('broken_at', { mode: 'number' }),
  },
  (table) => [check('ledger_head_one', sql`${table.id} = 1`)],
)

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
