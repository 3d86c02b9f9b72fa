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
const publicKinds: readonly LeafKind[] = ['legal_text']

/** The leaves of the ledger, and the proofs with which everybody checks them. */
export function createLedgerProofs({ db }: { db: Database }) {
  const heads = createHeadStore(db)
  const leaves = createLeafStore(db)
  const tiles = createTileStore(db)

  /** The size of the tree in which to prove something: the newest, or an earlier one. @throws {Problem} 422 */
  async function sizeOf(asked: number | undefined, field: string): Promise<number> {
    const { size } = await heads.getHead()
    if (asked !== undefined && asked > size)
      throw new Problem('validation_failed', 422, { fields: [{ field, code: 'ledger_size' }] })
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
      const [rows, kinds] = await Promise.all([leaves.list(query), heads.sumKinds()])
      const counted = kinds.filter(({ kind }) => query.kind === undefined || kind === query.kind)
      return {
        items: rows.map(describeLeaf),
        total: counted.reduce((total, { entries }) => total + entries, 0),
      }
    },

    /** @throws {Problem} 404 */
    getLeaf: (index: number): Promise<LedgerLeaf> => getLeaf(index),

    /** Proves that a leaf is in a tree. @throws {Problem} 404 when there is no such leaf, 422 for another tree */
    async proveInclusion({ index, hash, size: asked }: InclusionQuery): Promise<InclusionProof> {
      const size = await sizeOf(asked, 'size')
      const leaf = await getLeaf(index, hash)
      if (leaf.index >= size)
        throw new Problem('validation_failed', 422, { fields: [{ field: 'size', code: 'ledger_too_early' }] })
      const [root, hashes] = await Promise.all([
        hashRoot(size, tiles.read),
        hashRanges(planInclusion(leaf.index, size), tiles.read),
      ])
      return {
        ...{ leaf_index: leaf.index, leaf_hash: leaf.leaf_hash, tree_size: size },
        ...{ root_hash: root.toString('hex'), hashes: hashes.map((one) => one.toString('hex')) },
      }
    },

    /** Proves that a tree begins with an earlier one. @throws {Problem} 422 for trees that there are not */
    async proveConsistency(first: number, asked: number | undefined): Promise<ConsistencyProof> {
      const second = await sizeOf(asked, 'second')
      if (first > second)
        throw new Problem('validation_failed', 422, { fields: [{ field: 'first', code: 'ledger_size' }] })
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
export function describeLeaf({ leaf, opening }: OpenedLeaf): LedgerLeaf {
  const { index, kind, data, hash } = leaf
  const { time, commitment }: Pick<LedgerLeaf, 'time' | 'commitment'> = JSON.parse(data)
  const isPublic = publicKinds.includes(kind)
  return {
    ...{ index, kind, time, commitment, data, leaf_hash: hash.toString('hex') },
    opening:
      opening && isPublic ? { salt: opening.salt.toString('hex'), statement: opening.statement } : null,
  }
}
