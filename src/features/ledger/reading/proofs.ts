import type {
  ConsistencyProof,
  InclusionProof,
  InclusionQuery,
  LeafQuery,
  LedgerLeaf,
} from '#features/ledger/contract.ts'
import type { LeafKind } from '#features/ledger/model.ts'
import { hashRanges, hashRoot, planConsistency, planInclusion } from '#features/ledger/tree/proofs.ts'
import type { Database } from '#platform/postgres.ts'
import { Problem } from '#shared/problem.ts'
import { createHeadStore } from './head-store.ts'
import { createLeafStore, type OpenedLeaf } from './leaf-store.ts'
import { createTileStore } from './tile-store.ts'

/** Kinds of which everybody may know what their leaves say. */
const publicKinds: readonly LeafKind[] = ['legal_text', 'continuation']

/** The leaves of the ledger, and the proofs with which everybody checks them. */
export function createLedgerProofs({ db }: { db: Database }) {
  const heads = createHeadStore(db)
  const leaves = createLeafStore(db)
  const tiles = createTileStore(db)

  /** The size of the tree in which to prove something: the newest, or an earlier one. @throws {Problem} 404 */
  async function sizeOf(asked: number | undefined): Promise<number> {
    const { size } = await heads.getHead()
    if (asked !== undefined && asked > size) throw new Problem('ledger_size', 404)
    return asked ?? size
  }

  async function getLeaf(index: number | undefined, hash?: string): Promise<LedgerLeaf> {
    const found = await leaves.find({
      index,
      hash: hash === undefined ? undefined : Buffer.from(hash, 'hex'),
    })
    if (!found) throw new Problem('not_found', 404)
    return describeLeaf(found)
  }

  return {
    /** Leaves, newest first. */
    async listLeaves(query: LeafQuery): Promise<{ items: LedgerLeaf[]; total: number }> {
      const { kind, limit, offset } = query
      if (kind === undefined) {
        // Their numbers have no gaps, so that nothing has to be passed over.
        const { size } = await heads.getHead()
        const rows = offset < size ? await leaves.listBefore(size - offset, limit) : []
        return { items: rows.map(describeLeaf), total: size }
      }
      const [rows, kinds] = await Promise.all([leaves.listOfKind(kind, query), heads.sumKinds()])
      const total = kinds.find((one) => one.kind === kind)?.entries ?? 0
      return { items: rows.map(describeLeaf), total }
    },

    /** @throws {Problem} 404 */
    getLeaf: (index: number): Promise<LedgerLeaf> => getLeaf(index),

    /** Proves that a leaf is in a tree. @throws {Problem} 404 when there is no such leaf or tree */
    async proveInclusion({ index, hash, size: asked }: InclusionQuery): Promise<InclusionProof> {
      const size = await sizeOf(asked)
      const leaf = await getLeaf(index, hash)
      if (leaf.index >= size) throw new Problem('ledger_too_early', 404)
      const [root, hashes] = await Promise.all([
        hashRoot(size, tiles.read),
        hashRanges(planInclusion(leaf.index, size), tiles.read),
      ])
      return {
        ...{ leaf_index: leaf.index, leaf_hash: leaf.leaf_hash, tree_size: size },
        ...{ root_hash: root.toString('hex'), hashes: hashes.map((one) => one.toString('hex')) },
      }
    },

    /** Proves that a tree begins with an earlier one. @throws {Problem} 404 for trees that there are not */
    async proveConsistency(first: number, asked: number | undefined): Promise<ConsistencyProof> {
      const second = await sizeOf(asked)
      if (first > second) throw new Problem('ledger_size', 404)
      const [firstRoot, secondRoot, hashes] = await Promise.all([
        hashRoot(first, tiles.read),
        hashRoot(second, tiles.read),
        hashRanges(planConsistency(first, second), tiles.read),
      ])
      return {
        ...{ first_size: first, first_root_hash: firstRoot.toString('hex') },
        ...{ second_size: second, second_root_hash: secondRoot.toString('hex') },
        hashes: hashes.map((hash) => hash.toString('hex')),
      }
    },
  }
}
export type LedgerProofs = ReturnType<typeof createLedgerProofs>

/** A leaf as everybody may read it. */
export function describeLeaf({
  leaf,
  opening,
}: {
  leaf: Omit<OpenedLeaf['leaf'], 'entryId'>
  opening: OpenedLeaf['opening']
}): LedgerLeaf {
  const { index, kind, data, hash } = leaf
  const { time, commitment }: Pick<LedgerLeaf, 'time' | 'commitment'> = JSON.parse(data)
  const isPublic = publicKinds.includes(kind)
  return {
    ...{ index, kind, time, commitment, data, leaf_hash: hash.toString('hex') },
    opening:
      opening && isPublic ? { salt: opening.salt.toString('hex'), statement: opening.statement } : null,
  }
}
