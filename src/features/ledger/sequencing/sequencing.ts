import { signCheckpoint } from '#features/ledger/checkpoints/checkpoint.ts'
import { writeLeaf } from '#features/ledger/commitment.ts'
import type { LeafKind } from '#features/ledger/model.ts'
import { createTileStore } from '#features/ledger/reading/tile-store.ts'
import { hashLeaf } from '#features/ledger/tree/hashing.ts'
import { hashRoot } from '#features/ledger/tree/proofs.ts'
import { edgeOf, extendTiles, readTilesFrom, type Tile } from '#features/ledger/tree/tiles.ts'
import type { Clock } from '#platform/clock.ts'
import { groupCommit } from '#platform/group-commit.ts'
import type { Poller } from '#platform/poller.ts'
import type { Database } from '#platform/postgres.ts'
import type { KeyRing } from '#platform/secrets/key-ring.ts'
import { createSequencingStore, type HeadRow, isAnyQueued } from './sequencing-store.ts'

const largestBatch = 2_000

interface SequencingOptions {
  db: Database
  clock: Clock
  keys: Pick<KeyRing, 'getCurrent'>
  /** What names the log, if it has no checkpoint yet. */
  origin: string
}

/**
 * Adds what is queued to the tree, a batch at a time: leaves, hashes and signed checkpoint in one transaction, under the lock of
 * the head. Whoever appends therefore waits for nobody, and a crash leaves the tree as it was before the batch. Nothing is added to
 * a tree whose edge was altered.
 */
export function createSequencing({ db, clock, keys, origin: defaultOrigin }: SequencingOptions) {
  const addBatch = (): Promise<number> =>
    db.transaction(async (transaction) => {
      const store = createSequencingStore(transaction)
      const head = await store.lockHead()
      const queued = await store.listQueued(largestBatch)
      if (queued.length === 0) return 0
      const leaves = queued.map(({ entryId, kind, ...rest }, position) => {
        const data = writeLeaf({ kind, ...rest })
        return { index: head.size + position, entryId, kind, data, hash: hashLeaf(Buffer.from(data)) }
      })
      const edge = await createTileStore(transaction).list(edgeOf(head.size))
      await requireRoot(head, edge)
      const tiles = extendTiles(
        head.size,
        edge,
        leaves.map(({ hash }) => hash),
      )
      await store.add(leaves, tiles)
      await store.takeFromQueue(queued)
      await store.countOnDays(countByDay(queued))
      const size = head.size + leaves.length
      const root = await hashRoot(size, readTilesFrom([...tiles, ...edge]))
      const origin = head.origin ?? defaultOrigin
      const note = signCheckpoint({ origin, size, root }, await keys.getCurrent(transaction))
      await store.saveCheckpoint({ size, root, at: clock.now(), note }, origin)
      return leaves.length
    })

  /** Adds all that is queued. Calls at the same time share a batch. */
  const sequence = groupCommit<undefined, undefined>(async (calls) => {
    while ((await addBatch()) === largestBatch);
    return calls.map(() => undefined)
  })

  const poller: Poller = {
    name: 'ledger',
    everySeconds: 1,
    isDue: () => isAnyQueued,
    poll: () => sequence(undefined),
  }
  /** Adds all that was recorded before the call. */
  return { sequence: (): Promise<undefined> => sequence(undefined), poller }
}

/**
 * A root over altered hashes would contradict every checkpoint before it, and what is signed stays signed.
 * @throws {Error} when the right edge does not lead to the root of the head
 */
async function requireRoot({ size, root }: HeadRow, edge: readonly Tile[]): Promise<void> {
  const found = await hashRoot(size, readTilesFrom(edge))
  if (!found.equals(root)) throw new Error('the hashes of the ledger do not lead to its root')
}

/** How many entries there are of each day (UTC) and kind. */
function countByDay(entries: readonly { kind: LeafKind; at: Date }[]) {
  const counts = new Map<string, { day: string; kind: LeafKind; entries: number }>()
  for (const { kind, at } of entries) {
    const day = at.toISOString().slice(0, 10)
    const count = counts.get(`${day} ${kind}`) ?? { day, kind, entries: 0 }
    counts.set(`${day} ${kind}`, { ...count, entries: count.entries + 1 })
  }
  return [...counts.values()]
}
