import { writeCheckpointText, writeVerifierKey } from '#features/ledger/checkpoints/checkpoint.ts'
import { countHashes } from '#features/ledger/tree/tiles.ts'
import type { KeyRing } from '#platform/secrets/key-ring.ts'
import { verifyCheckpoint } from '#shared/transparency-log/checkpoint.ts'
import { LedgerError } from '#shared/transparency-log/ledger-error.ts'
import { parseVerifierKey } from '#shared/transparency-log/signed-note.ts'
import type { LedgerEnd } from './checking-store.ts'

/** Makes the function that checks the end of the ledger. */
export function createEndCheck(keys: Pick<KeyRing, 'list'>) {
  /** Whether a checkpoint is signed by a key of this ledger, in its name. */
  async function isSigned(note: string, origin: string): Promise<boolean> {
    const known = (await keys.list()).map(({ publicKey }) => writeVerifierKey(origin, publicKey))
    try {
      await verifyCheckpoint(note, origin, await Promise.all(known.map(parseVerifierKey)))
      return true
    } catch (error) {
      if (error instanceof LedgerError) return false
      throw error
    }
  }

  /** Whether everything ends where the head says: the leaves, their hashes, and the newest checkpoint, which is signed. */
  return async ({ head, checkpoint, leaves: count, hashes }: LedgerEnd): Promise<boolean> => {
    const { size, root, origin } = head
    if (count !== size || hashes.some((stored, level) => stored !== countHashes(size, level))) return false
    if (size === 0 || origin === null || !checkpoint) return size === 0 && !checkpoint
    const text = writeCheckpointText({ origin, size, root })
    const isOfHead = checkpoint.root.equals(root) && checkpoint.note.startsWith(`${text}\n`)
    return isOfHead && (await isSigned(checkpoint.note, origin))
  }
}
