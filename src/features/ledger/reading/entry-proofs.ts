import type { InclusionProof, LedgerKey, LedgerLeaf } from '#features/ledger/contract.ts'
import { hashRanges, planInclusion } from '#features/ledger/tree/proofs.ts'
import type { Database } from '#platform/postgres.ts'
import type { KeyRing } from '#platform/secrets/key-ring.ts'
import { createHeadStore } from './head-store.ts'
import { createLeafStore } from './leaf-store.ts'
import { describeLeaf } from './proofs.ts'
import { describeKeys, writeNote } from './state.ts'
import { createTileStore } from './tile-store.ts'

/** What whoever knows the statement of an entry checks it with, without asking anybody. */
export interface EntryProof {
  /** In hex; with the statement, what the leaf commits to. */
  salt: string
  leaf: LedgerLeaf
  inclusion: InclusionProof
  /** The signed checkpoint of the size of the proof. */
  checkpoint: string
  keys: LedgerKey[]
}

/** Makes the function that proves that an entry is in the newest signed tree. */
export function createEntryProofs({ db, keys }: { db: Database; keys: Pick<KeyRing, 'list'> }) {
  const heads = createHeadStore(db)
  const leaves = createLeafStore(db)
  const tiles = createTileStore(db)

  /** The proof of an entry; none while it is not in the tree, and once it was forgotten. */
  return async (entryId: string): Promise<EntryProof | undefined> => {
    const found = await leaves.findOfEntry(entryId)
    if (!found?.opening) return undefined
    // Read after the leaf, so that its tree has it. Meanwhile the tree may grow: what proves an earlier one stays.
    const checkpoint = await heads.findCheckpoint()
    if (!checkpoint || checkpoint.size <= found.leaf.index) throw new Error('a leaf is in no signed tree')
    const { size, root, note } = checkpoint
    const [hashes, cosignatures, known] = await Promise.all([
      hashRanges(planInclusion(found.leaf.index, size), tiles.read),
      heads.listCosignatures(size),
      keys.list(),
    ])
    const leaf = describeLeaf(found)
    return {
      ...{ leaf, salt: found.opening.salt.toString('hex') },
      inclusion: {
        ...{ leaf_index: leaf.index, leaf_hash: leaf.leaf_hash, tree_size: size },
        ...{ root_hash: root.toString('hex'), hashes: hashes.map((hash) => hash.toString('hex')) },
      },
      checkpoint: writeNote(note, cosignatures),
      // Until something new is in the tree, the newest checkpoint of a restored log has its former name.
      keys: describeKeys(known, note.slice(0, note.indexOf('\n'))),
    }
  }
}

/** Makes the function that finds the number of an entry in the tree; undefined while it has none. */
export function createEntryNumbers({ db }: { db: Database }) {
  const leaves = createLeafStore(db)
  return async (entryId: string): Promise<number | undefined> =>
    (await leaves.findOfEntry(entryId))?.leaf.index
}
