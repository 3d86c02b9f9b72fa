import { z } from 'zod'
import { pageQuery, queryNumber } from '#shared/paging.ts'
import { leafKinds } from './model.ts'

const moment = z.iso.datetime()
/** A SHA-256 in hex. */
const hash = z
  .string()
  .meta({ examples: ['e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'] })
const size = z.number().int().min(0)
const largest = Number.MAX_SAFE_INTEGER

/** A key that signs or signed checkpoints, as a C2SP verifier key: name, id and Ed25519 key. */
export const LedgerKey = z.object({
  verifier_key: z
    .string()
    .meta({ examples: ['example.org/ledger+33d7b496+AeHTu4Q3hEIMHNqc6fASMsq3rKNx280NI+oO5xCFkkSx'] }),
  created_at: moment,
  retired_at: moment.nullable(),
})
export type LedgerKey = z.infer<typeof LedgerKey>

/** A witness that has signed the newest checkpoint, and when. */
export const Cosignature = z.object({
  witness: z.string().meta({ examples: ['witness.example.org'] }),
  verifier_key: z.string().meta({
    examples: ['witness.example.org+b4a36a9d+BMFJvQ0lHxXK3UVZ5uCFzM0H0CUqTkYgq4S+NQt4vpbY'],
  }),
  at: moment,
})

/** The ledger as it is now. */
export const LedgerState = z.object({
  /** What names this log in its checkpoints. */
  origin: z.string().meta({ examples: ['example.org/ledger'] }),
  size,
  root_hash: hash,
  /** The newest checkpoint as a signed note (C2SP tlog-checkpoint); null while the ledger is empty. */
  checkpoint: z.string().nullable(),
  checkpoint_at: moment.nullable(),
  cosignatures: z.array(Cosignature),
  keys: z.array(LedgerKey),
  by_kind: z.record(z.enum(leafKinds), size),
  /** Entries of each of the last 30 days, UTC, the oldest first. */
  days: z.array(z.object({ day: z.iso.date(), entries: size })),
  /** Whether its heads are anchored in a chain. */
  anchored: z.boolean(),
})
export type LedgerState = z.infer<typeof LedgerState>

/**
 * A leaf. What is hashed is `data`: the canonical JSON of `{commitment, kind, time, v: 1}`. The commitment is the SHA-256 of
 * a salt of 32 bytes and the canonical JSON of the statement.
 */
export const LedgerLeaf = z.object({
  index: size,
  kind: z.enum(leafKinds),
  time: moment,
  commitment: hash,
  data: z.string(),
  leaf_hash: hash,
  /** What it commits to and its salt, where that is public: of legal texts. */
  opening: z.object({ salt: z.string(), statement: z.record(z.string(), z.unknown()) }).nullable(),
})
export type LedgerLeaf = z.infer<typeof LedgerLeaf>

export const LeafQuery = z.object({ kind: z.enum(leafKinds, 'invalid').optional(), ...pageQuery })
export type LeafQuery = z.infer<typeof LeafQuery>

/**
 * Which proof of inclusion: of the leaf with an index, a hash or both, by default the newest; in the tree of a size, by default
 * the present one.
 */
export const InclusionQuery = z.object({
  index: queryNumber(0, largest).optional(),
  hash: z
    .string()
    .regex(/^[0-9a-f]{64}$/i, 'invalid')
    .toLowerCase()
    .optional(),
  size: queryNumber(1, largest).optional(),
})
export type InclusionQuery = z.infer<typeof InclusionQuery>

/** RFC 9162 §2.1.3. */
export const InclusionProof = z.object({
  leaf_index: size,
  leaf_hash: hash,
  tree_size: size,
  root_hash: hash,
  /** The hashes beside the way from the leaf to the root, from the leaf upwards. */
  hashes: z.array(hash),
})
export type InclusionProof = z.infer<typeof InclusionProof>

export const ConsistencyQuery = z.object({
  first: queryNumber(0, largest),
  second: queryNumber(0, largest).optional(),
})

/** RFC 9162 §2.1.4. */
export const ConsistencyProof = z.object({
  first_size: size,
  first_root_hash: hash,
  second_size: size,
  second_root_hash: hash,
  hashes: z.array(hash),
})
export type ConsistencyProof = z.infer<typeof ConsistencyProof>

/** A checkpoint of this ledger with the signatures of witnesses below it. */
export const NewCosignatures = z.object({
  note: z.string('required').min(1, 'required').max(20_000, 'too_long'),
})

export const CosignatureCount = z.object({ stored: size })

/** What admins see of the state of the ledger. */
export const LedgerHealth = z.object({
  size,
  /** Entries that are not in the tree yet. */
  waiting: size,
  checkpoint_at: moment.nullable(),
  /** The last check of the whole tree, and how many leaves it had. */
  checked_at: moment.nullable(),
  checked_to: size.nullable(),
  /** The first leaf that the last check found changed; the size of the tree when all leaves are right and something else is not. */
  broken_at: size.nullable(),
  keys: z.array(z.object({ id: z.string(), created_at: moment, retired_at: moment.nullable() })),
})
export type LedgerHealth = z.infer<typeof LedgerHealth>

declare module '#site/contract.ts' {
  interface PublicPages {
    ledger: undefined
  }
}
