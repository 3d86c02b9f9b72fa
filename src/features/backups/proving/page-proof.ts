import { createForkedProcess } from '#platform/forked-process.ts'

/** What a process of its own is told, to render pages of a database as the product would. */
export interface PageProofOrder {
  databaseUrl: string
  /** An empty folder. */
  dataDir: string
  publicUrl: string
  /** What opens the encrypted rows: the present secret, and those before it. */
  secrets: readonly string[]
}

export interface PageProofAnswer {
  /** The addresses of the pages that were rendered. */
  pages: string[]
}

/** Renders a few pages of a database. @throws {Error} with a sentence that says which could not be */
export type ProvePages = (order: PageProofOrder) => Promise<PageProofAnswer>

/** How long the start of the product and a few pages may take. */
const limit = 120_000

/** Renders pages in a process of its own, so that the product's own memory and caches know nothing of them. */
export function createPageProof(program: string): { prove: ProvePages; close(): void } {
  const forked = createForkedProcess<PageProofOrder, PageProofAnswer>({
    ...{ program, limit, idleTimeoutMs: 100, title: 'the pages of the backup' },
  })
  return { prove: (order) => forked.ask(order), close: forked.close }
}
