import type { ConsistencyProof, InclusionProof, LedgerLeaf } from '#features/ledger/contract.ts'
import { canonicalizeJson } from '#shared/canonical-json.ts'
import { areSameBytes, joinBytes, parseHex } from '#shared/cryptography/bytes.ts'
import type { Checkpoint } from '#shared/transparency-log/checkpoint.ts'
import { LedgerError, type LedgerPart } from '#shared/transparency-log/ledger-error.ts'
import { verifyConsistency, verifyInclusion } from '#shared/transparency-log/proofs.ts'
import { type Bytes, hashLeaf, hashLength, hashPlain } from '#shared/transparency-log/tree.ts'

const encode = (text: string) => new TextEncoder().encode(text)

/** A hash in lower-case hex. @throws {LedgerError} for anything else */
function readHash(hex: string, part: LedgerPart): Bytes {
  const bytes = parseHex(hex)
  if (bytes?.length !== hashLength) throw new LedgerError(part, 'not a hash')
  return bytes
}

/** Checks that a leaf says what its data says, and has the hash of it; returns the hash. @throws {LedgerError} */
export async function verifyLeaf({ data, leaf_hash, ...leaf }: LedgerLeaf): Promise<Bytes> {
  const { commitment, kind, time } = leaf
  if (data !== canonicalizeJson({ commitment, kind, time, v: 1 })) {
    throw new LedgerError('entry', 'the data of an entry is another one')
  }
  const hash = await hashLeaf(encode(data))
  if (!areSameBytes(hash, readHash(leaf_hash, 'entry'))) {
    throw new LedgerError('entry', 'an entry is not what its hash says')
  }
  return hash
}

/** Checks that what a leaf opens is what it commits to. @throws {LedgerError} when it opens something else or nothing */
export async function verifyOpening({ commitment, opening }: LedgerLeaf): Promise<void> {
  const salt = parseHex(opening?.salt ?? '')
  if (!opening || salt?.length !== hashLength) throw new LedgerError('commitment', 'there is no salt')
  const made = await hashPlain(joinBytes(salt, encode(canonicalizeJson(opening.statement))))
  if (!areSameBytes(made, readHash(commitment, 'commitment'))) {
    throw new LedgerError('commitment', 'the commitment is to something else')
  }
}

/** Checks that a leaf is in the tree of a checkpoint. @throws {LedgerError} */
export async function verifyLeafIn(
  { size, root }: Checkpoint,
  { index, hash }: { index: number; hash: Bytes },
  proof: InclusionProof,
): Promise<void> {
  if (proof.tree_size !== size) throw new LedgerError('size', 'the proof is for a tree of another size')
  if (!areSameBytes(readHash(proof.root_hash, 'root'), root)) {
    throw new LedgerError('root', 'the proof is for another tree')
  }
  if (proof.leaf_index !== index || !areSameBytes(readHash(proof.leaf_hash, 'proof'), hash)) {
    throw new LedgerError('proof', 'the proof is for another entry')
  }
  const hashes = proof.hashes.map((hex) => readHash(hex, 'proof'))
  await verifyInclusion({ index, size, leafHash: hash, hashes, root })
}

/** Checks that the tree of an earlier checkpoint is the beginning of that of a later one. @throws {LedgerError} */
export async function verifyGrowth(
  first: Checkpoint,
  second: Checkpoint,
  proof: ConsistencyProof,
): Promise<void> {
  if (proof.first_size !== first.size || proof.second_size !== second.size) {
    throw new LedgerError('size', 'the proof is for trees of other sizes')
  }
  const roots = [proof.first_root_hash, proof.second_root_hash].map((hex) => readHash(hex, 'root'))
  if (!roots.every((root, place) => areSameBytes(root, place === 0 ? first.root : second.root))) {
    throw new LedgerError('root', 'the proof is for other trees')
  }
  await verifyConsistency({
    firstSize: first.size,
    firstRoot: first.root,
    secondSize: second.size,
    secondRoot: second.root,
    hashes: proof.hashes.map((hex) => readHash(hex, 'proof')),
  })
}
