import type { AnchorQuery, InclusionProof, LedgerAnchor } from '#features/ledger/contract.ts'
import { createLeafStore } from '#features/ledger/reading/leaf-store.ts'
import { createTileStore } from '#features/ledger/reading/tile-store.ts'
import { hashRanges, planInclusion } from '#features/ledger/tree/proofs.ts'
import type { Database } from '#platform/postgres.ts'
import { type AnchorRow, createAnchorStore } from './anchor-store.ts'

/** An anchor, and the proof that an entry is in the tree that it is about. */
export type EntryAnchor = LedgerAnchor & { inclusion: InclusionProof }

/** What everybody may read of the checkpoints in a chain, whether or not one is configured now. */
export function createAnchors({ db }: { db: Database }) {
  const store = createAnchorStore(db)
  const leaves = createLeafStore(db)
  const tiles = createTileStore(db)
  return {
    async list(query: AnchorQuery): Promise<{ items: LedgerAnchor[]; total: number }> {
      const [rows, total] = await Promise.all([store.list(query), store.count()])
      return { items: rows.map(describeAnchor), total }
    },

    async findNewest(): Promise<LedgerAnchor | undefined> {
      const [row] = await store.list({ limit: 1, offset: 0 })
      return row && describeAnchor(row)
    },

    /** The first anchor of a tree that has an entry; none while there is none. */
    async findOfEntry(entryId: string): Promise<EntryAnchor | undefined> {
      const found = await leaves.findOfEntry(entryId)
      const row = found && (await store.findOfLeaf(found.leaf.index))
      if (!row) return undefined
      const anchor = describeAnchor(row)
      const { index, hash } = found.leaf
      const hashes = await hashRanges(planInclusion(index, anchor.size), tiles.read)
      return {
        ...anchor,
        inclusion: {
          ...{ leaf_index: index, leaf_hash: hash.toString('hex') },
          ...{ tree_size: anchor.size, root_hash: anchor.root_hash },
          hashes: hashes.map((one) => one.toString('hex')),
        },
      }
    },
  }
}
export type Anchors = ReturnType<typeof createAnchors>

function describeAnchor({ anchor, raw, root }: AnchorRow): LedgerAnchor {
  const { transaction, blockNumber, blockHash, blockAt } = anchor
  if (transaction === null || blockNumber === null || blockHash === null || blockAt === null)
    throw new Error('a confirmed anchor is in no block')
  return {
    ...{ chain_id: anchor.chainId, chain: anchor.chain, size: anchor.size, root_hash: root.toString('hex') },
    checkpoint_text: anchor.checkpointText,
    transaction: {
      ...{ hash: transaction, sender: anchor.sender, raw },
      url: anchor.explorer?.replace('{transaction}', transaction) ?? null,
    },
    block: { number: blockNumber, hash: blockHash, at: blockAt.toISOString() },
    proof: anchor.proof,
  }
}
