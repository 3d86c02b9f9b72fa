import { writeCheckpointText, writeVerifierKey } from '#features/ledger/checkpoints/checkpoint.ts'
import { createHeadStore } from '#features/ledger/reading/head-store.ts'
import { createTileStore } from '#features/ledger/reading/tile-store.ts'
import { hashRoot } from '#features/ledger/tree/proofs.ts'
import { findTile, type Tile, type TilePlace } from '#features/ledger/tree/tiles.ts'
import type { Database } from '#platform/postgres.ts'
import type { KeyRing } from '#platform/secrets/key-ring.ts'
import { verifyCheckpoint } from '#shared/transparency-log/checkpoint.ts'
import { LedgerError } from '#shared/transparency-log/ledger-error.ts'
import { parseVerifierKey } from '#shared/transparency-log/signed-note.ts'
import { createCheckingStore } from './checking-store.ts'

/** Makes the function that checks every checkpoint by the tiles, which have to be right. */
export function createCheckpointCheck(db: Database, keys: Pick<KeyRing, 'list'>) {
  const store = createCheckingStore(db)

  /** Whether every checkpoint of at most a size has the root of its tree, and the signature of this ledger. */
  return async (size: number, origin: string): Promise<boolean> => {
    const former = await createHeadStore(db).listFormerLogs()
    const known = (await keys.list()).flatMap(({ publicKey }) =>
      [origin, ...former.map((log) => log.origin)].map((name) => writeVerifierKey(name, publicKey)),
    )
    const verifiers = await Promise.all(known.map(parseVerifierKey))
    // A checkpoint is of the log that first ended at its size or later.
    const originOf = (own: number) => former.find((log) => own <= log.size)?.origin ?? origin
    const read = createCachedReading(db)
    for (let last = 0; ; ) {
      const checkpoints = await store.listCheckpoints(last, size)
      for (const { size: own, root, note } of checkpoints) {
        const text = writeCheckpointText({ origin: originOf(own), size: own, root })
        const isOfTree = note.startsWith(`${text}\n`) && root.equals(await hashRoot(own, read))
        if (!isOfTree || !(await isSigned(note, originOf(own), verifiers))) return false
      }
      last = checkpoints.at(-1)?.size ?? last
      if (checkpoints.length === 0) return true
    }
  }
}

type Verifiers = Parameters<typeof verifyCheckpoint>[2]

async function isSigned(note: string, origin: string, verifiers: Verifiers): Promise<boolean> {
  try {
    await verifyCheckpoint(note, origin, verifiers)
    return true
  } catch (error) {
    if (error instanceof LedgerError) return false
    throw error
  }
}

/** Trees of neighbouring sizes end in the same tiles: one of each level is kept. */
function createCachedReading(db: Database) {
  const store = createTileStore(db)
  let kept: Tile[] = []
  return async (places: readonly TilePlace[]): Promise<Buffer[]> => {
    const missing = places.filter((place) => !findTile(kept, place))
    if (missing.length > 0) {
      const found = await store.list(missing)
      kept = [...kept.filter((tile) => places.some((place) => findTile([tile], place))), ...found]
    }
    return places.map((place) => findTile(kept, place)?.hashes ?? Buffer.alloc(0))
  }
}
