import { createHash } from 'node:crypto'
import { signCheckpoint } from '#features/ledger/checkpoints/checkpoint.ts'
import { commitTo, writeLeaf } from '#features/ledger/commitment.ts'
import type { LeafKind } from '#features/ledger/model.ts'
import type { EntryProof } from '#features/ledger/reading/entry-proofs.ts'
import { describeLeaf } from '#features/ledger/reading/proofs.ts'
import { describeKeys } from '#features/ledger/reading/state.ts'
import { hashLeaf } from '#features/ledger/tree/hashing.ts'
import { hashRanges, hashRoot, planInclusion } from '#features/ledger/tree/proofs.ts'
import { extendTiles, readTilesFrom } from '#features/ledger/tree/tiles.ts'
import type { KeyRing } from '#platform/secrets/key-ring.ts'

interface SampleProofOptions {
  keys: Pick<KeyRing, 'getCurrent' | 'list'>
  /** What names the ledger of samples: never the name of the real one, which would then have two trees. */
  origin: string
}

/** What is in the ledger of samples beside the entry that is asked for. */
const others: readonly LeafKind[] = ['legal_text', 'badge_award', 'audit_checkpoint']

/**
 * Makes the function that proves that a statement is in a ledger of samples: a small tree of its own, with a checkpoint that the
 * key of the real one signs. The same statement has the same proof for as long as the key stays.
 */
export function createSampleProof({ keys, origin }: SampleProofOptions) {
  return async (statement: Readonly<Record<string, unknown>>, at: Date): Promise<EntryProof> => {
    const salt = createHash('sha256').update('the salt of a sample').digest()
    const write = (kind: LeafKind, stated: Readonly<Record<string, unknown>>) => {
      const data = writeLeaf({ kind, at, commitment: commitTo(stated, salt) })
      return { kind, data, hash: hashLeaf(Buffer.from(data)) }
    }
    const entry = write('activation', statement)
    const leaves = [...others.map((kind) => write(kind, { type: kind })), entry]
    const [size, index] = [leaves.length, leaves.length - 1]
    const read = readTilesFrom(
      extendTiles(
        0,
        [],
        leaves.map(({ hash }) => hash),
      ),
    )
    const [root, hashes] = await Promise.all([
      hashRoot(size, read),
      hashRanges(planInclusion(index, size), read),
    ])
    const key = await keys.getCurrent()
    const leaf = describeLeaf({ leaf: { ...entry, index }, opening: null })
    return {
      ...{ salt: salt.toString('hex'), leaf, checkpoint: signCheckpoint({ origin, size, root }, key) },
      inclusion: {
        ...{ leaf_index: index, leaf_hash: leaf.leaf_hash, tree_size: size, root_hash: root.toString('hex') },
        hashes: hashes.map((hash) => hash.toString('hex')),
      },
      // Listed after the first one was made.
      keys: describeKeys(await keys.list(), origin),
    }
  }
}
