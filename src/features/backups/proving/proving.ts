import type { Readable } from 'node:stream'
import type { WithScratchDatabase } from '#platform/embedded-postgres/scratch-database.ts'
import type { ProvePages } from './page-proof.ts'

/** What was proven of a backup, with how long each step took in milliseconds. */
export interface Proof {
  tables: number
  rows: number
  files: number
  /** Of the stored files. */
  bytes: number
  /** The addresses of the pages that were rendered. */
  pages: string[]
  durations: { open: number; load: number; compare: number; migrate: number; render: number }
}

export interface ProofOrder {
  /** Opens the archive where it is stored, from its beginning. */
  open(): Promise<Readable>
  /** Private keys of age, for archives that are encrypted. */
  identities: readonly string[]
  withScratchDatabase: WithScratchDatabase
  provePages: ProvePages
  /** The secrets of this installation, the present one first. */
  secrets: readonly string[]
  publicUrl: string
  signal?: AbortSignal | undefined
}

/**
 * Restores a backup into a database that is then thrown away, as a restore would, and compares everything.
 * @throws {ArchiveError} when the archive is refused
 * @throws {ProofError} with a sentence of what differs
 */
export async function proveArchive(_order: ProofOrder): Promise<Proof> {
  throw new Error('to be written')
}

/** A backup that could not be restored as it was; the message is a sentence for the operator. */
export class ProofError extends Error {
  override name = 'ProofError'
}
