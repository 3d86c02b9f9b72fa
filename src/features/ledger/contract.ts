import { z } from 'zod'
import { pageQuery, queryNumber } from '#shared/paging.ts'
import { anchorFaults, leafKinds } from './model.ts'

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

/** Bytes in hex after 0x, as Ethereum writes them. */
const bytes = z
  .string()
  .regex(/^0x(?:[0-9a-f]{2})+$/)
  .meta({ examples: ['0xf90211'] })
/** 32 bytes in hex after 0x. */
const chainHash = z
  .string()
  .regex(/^0x[0-9a-f]{64}$/)
  .meta({ examples: ['0x5b39ad0c2ae0f5f0d5ac4f6fc8ae1d0f6f2a5ee1c2a0b4f60a7d1c1f8f2b3c4d'] })

/**
 * Proof that a block holds a transaction: its header, and the nodes of the trie of its transactions from the root to the
 * transaction (Ethereum Yellow Paper, appendix D; RLP). The header's Keccak-256 is the hash of the block.
 */
export const BlockProof = z.object({
  header: bytes,
  /** The place of the transaction in the block. */
  position: size,
  nodes: z.array(bytes),
})
export type BlockProof = z.infer<typeof BlockProof>

/** A checkpoint in a public chain: a transaction whose data is the text of the checkpoint (C2SP tlog-checkpoint, unsigned). */
export const LedgerAnchor = z.object({
  /** EIP-155. */
  chain_id: z.number().int(),
  chain: z.string().meta({ examples: ['Sepolia'] }),
  size,
  root_hash: hash,
  /** The data of the transaction as text: origin, size and root of the checkpoint. */
  checkpoint_text: z.string(),
  transaction: z.object({
    hash: chainHash,
    /** The account that anchors. */
    sender: z.string().meta({ examples: ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8'] }),
    /** The signed transaction (EIP-2718, or RLP of a legacy one). */
    raw: bytes,
    /** Where a person can look it up. */
    url: z.url().nullable(),
  }),
  block: z.object({ number: size, hash: chainHash, at: moment }),
  /** Null where the chain's node does not tell enough to make it. */
  proof: BlockProof.nullable(),
})
export type LedgerAnchor = z.infer<typeof LedgerAnchor>

export const AnchorQuery = z.object(pageQuery)
export type AnchorQuery = z.infer<typeof AnchorQuery>

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
  /** Its keys; those of former logs under their names, after those of this one. */
  keys: z.array(LedgerKey),
  /** The logs that ended when a backup was restored, and that this one continues, the earliest first. */
  former_logs: z.array(z.object({ origin: z.string(), size, root_hash: hash, ended_at: moment })),
  by_kind: z.record(z.enum(leafKinds), size),
  /** Entries of each of the last 30 days, UTC, the oldest first. */
  days: z.array(z.object({ day: z.iso.date(), entries: size })),
  /** Whether any of its checkpoints is anchored in a public chain. */
  anchored: z.boolean(),
  /** The newest one that is. */
  anchor: LedgerAnchor.nullable(),
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

/** An amount of a chain's coin, such as `0.0125`. */
const coins = z
  .string()
  .regex(/^\d+(?:\.\d+)?$/)
  .meta({ examples: ['0.0125'] })

/** What admins see of anchoring. */
export const AnchoringHealth = z.object({
  /** Null until the chain's node has answered once. */
  chain_id: z.number().int().nullable(),
  chain: z.string().nullable(),
  /** What the chain's coin is called. */
  coin: z.string().meta({ examples: ['ETH'] }),
  /** The account that pays. */
  sender: z.string(),
  /** Null until it was read. */
  balance: coins.nullable(),
  /** Spent in the last 30 days, what is on its way at its highest price, and the limit. */
  spent: coins,
  limit: coins,
  /** The checkpoint that is on its way, if one is. */
  pending: z
    .object({
      size,
      since: moment,
      transaction: chainHash,
      /** Blocks from its own to the newest; 0 while it is in none. */
      confirmations: size,
      confirmations_wanted: size,
    })
    .nullable(),
  /** Why nothing can be anchored at present, and since when. */
  fault: z.enum(anchorFaults).nullable(),
  fault_since: moment.nullable(),
})
export type AnchoringHealth = z.infer<typeof AnchoringHealth>

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
  keys: z.array(
    z.object({
      id: z.string(),
      created_at: moment,
      retired_at: moment.nullable(),
      /** Whether the environment fixes it, so that it cannot be changed here. */
      is_fixed: z.boolean(),
    }),
  ),
  /** Null while no chain is configured. */
  anchoring: AnchoringHealth.nullable(),
})
export type LedgerHealth = z.infer<typeof LedgerHealth>

declare module '#site/contract.ts' {
  interface PublicPages {
    ledger: undefined
  }
}
