import type { Readable } from 'node:stream'
import type { Manifest } from '#features/backups/archive/archive.ts'

/** Writes an archive of the present state, encrypted to the recipients if there are any. */
export type WriteArchive = (options: {
  recipients: readonly string[]
  includesSecret: boolean
  signal: AbortSignal
}) => {
  bytes: Readable
  /** Known once all bytes have been read. */
  manifest: Promise<Manifest>
}

/** Restores an archive elsewhere and compares everything. @throws {Error} that says what is wrong with it */
export type ProveArchive = (
  open: () => Promise<Readable>,
  options: { identity: string | undefined; signal: AbortSignal; onProgress(part: number): void },
) => Promise<void>

/** How backups are to be made now. */
export interface MakingPlan {
  destinations: readonly ('folder' | 'store')[]
  /** Public keys of age. */
  recipients: readonly string[]
  includesSecret: boolean
}
