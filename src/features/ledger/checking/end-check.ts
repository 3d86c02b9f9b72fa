import { countHashes } from '#features/ledger/tree/tiles.ts'
import type { LedgerEnd } from './checking-store.ts'

/** Whether everything ends where the head says: the leaves, their hashes, and the newest checkpoint. */
export function endsRight({ head, checkpoint, leaves: count, hashes }: LedgerEnd): boolean {
  const { size, root, origin } = head
  if (count !== size || hashes.some((stored, level) => stored !== countHashes(size, level))) return false
  if (size === 0 || origin === null || !checkpoint) return size === 0 && !checkpoint
  return checkpoint.size === size && checkpoint.root.equals(root)
}
