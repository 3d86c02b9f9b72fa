import { fileURLToPath } from 'node:url'
import { createForkedProcess } from '#platform/forked-process.ts'

/** What a process of its own is told, to render pages of a database as the product would. */
export interface PageProofOrder {
  databaseUrl: string
  /** A folder that is thrown away. */
  dataDir: string
  /** The configuration of this installation, of which only what pages look like is used. */
  config: object
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
const limit = 180_000
// As `npm run build` made it.
const built = fileURLToPath(new URL('../../../../dist/server/proof-process.js', import.meta.url))

/** Renders pages in a process of its own, so that the memory and the caches of this one know nothing of them. */
export function createPageProof({ program = built } = {}): { prove: ProvePages; close(): void } {
  const forked = createForkedProcess<PageProofOrder, PageProofAnswer>({
    ...{ program, limit, idleTimeoutMs: 100, title: 'the pages of the backup' },
    flags: ['--max-old-space-size=512'],
  })
  return { prove: (order) => forked.ask(order), close: forked.close }
}
