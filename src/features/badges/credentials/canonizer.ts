import { fileURLToPath } from 'node:url'
import { createForkedProcess } from '#platform/forked-process.ts'

export interface CanonizeOrder {
  documents: object[]
}

export interface Canonizer {
  /** The SHA-256 of each document's canonical form (RDFC-1.0). */
  hash(documents: object[]): Promise<Uint8Array[]>
  /** Lets the process go; what is under way is refused. */
  close(): void
}

const program = fileURLToPath(new URL('canonizer-process.ts', import.meta.url))

/**
 * Canonises JSON-LD in a process of its own, which never sees a private key: its libraries would add a fifth to what
 * the server holds in memory, and only an award needs them.
 */
export function createCanonizer(): Canonizer {
  const process = createForkedProcess<CanonizeOrder, { hashes: Uint8Array[] }>({
    program,
    title: 'the canonical form of a credential',
    // Asked by the team and by jobs, never by a stranger.
    maxWaiting: 1_000,
  })
  return {
    hash: async (documents) => (await process.ask({ documents })).hashes,
    close: process.close,
  }
}
