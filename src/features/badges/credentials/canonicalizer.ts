import { fileURLToPath } from 'node:url'
import { createForkedProcess } from '#platform/forked-process.ts'

export interface CanonicalizeOrder {
  documents: object[]
}

export interface Canonicalizer {
  /** The SHA-256 of each document's canonical form (RDFC-1.0). */
  hash(documents: object[]): Promise<Uint8Array[]>
  /** Ends the process; requests under way are rejected. */
  close(): void
}

const program = fileURLToPath(new URL('canonicalizer-process.ts', import.meta.url))

/**
 * Canonicalizes JSON-LD in a child process, which never sees a private key. Only awards need its libraries, which would
 * add a fifth to the server's memory.
 */
export function createCanonicalizer(): Canonicalizer {
  const process = createForkedProcess<CanonicalizeOrder, { hashes: Uint8Array[] }>({
    program,
    title: 'the canonical form of a credential',
    // The team and jobs call it; others only for what is signed once for all of them, and in turns for their own.
    maxWaiting: 1_000,
  })
  return {
    hash: async (documents) => (await process.ask({ documents })).hashes,
    close: process.close,
  }
}
