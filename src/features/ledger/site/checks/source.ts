import type { ConsistencyProof, InclusionProof, LedgerLeaf, LedgerState } from '#features/ledger/contract.ts'
import {
  checkpointPath,
  consistencyPath,
  inclusionPath,
  leavesPath,
  statePath,
} from '#features/ledger/site/addresses.ts'
import { type TileAddress, tilePath } from '#shared/transparency-log/tiles.ts'
import type { Bytes } from '#shared/transparency-log/tree.ts'

/** Why something could not be read: no answer, or an answer that there is no such thing. */
export class SourceError extends Error {
  readonly reason: 'unreachable' | 'missing'

  constructor(reason: SourceError['reason']) {
    super(reason)
    this.name = 'SourceError'
    this.reason = reason
  }
}

/** Where the checks read the ledger. Each function throws a {@link SourceError} when it cannot. */
export interface LedgerSource {
  readState(): Promise<LedgerState>
  readCheckpoint(): Promise<string>
  readTile(tile: TileAddress): Promise<Bytes>
  readLeaf(index: number): Promise<LedgerLeaf>
  readInclusion(
    query: { index: number; size: number } | { hash: string; size: number },
  ): Promise<InclusionProof>
  readConsistency(first: number, second: number): Promise<ConsistencyProof>
}

/** Reads the ledger of this site, never from the browser's cache but for tiles, which do not change. */
export function createLedgerSource(): LedgerSource {
  const readJson = async (path: string) => (await read(path)).json()
  const query = (values: Record<string, string | number>) =>
    new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value)]))
  return {
    readState: () => readJson(statePath),
    // A byte that is no text makes it unreadable, and is not replaced.
    readCheckpoint: async () =>
      new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
        await (await read(checkpointPath)).arrayBuffer(),
      ),
    readTile: async (tile) =>
      new Uint8Array(await (await read(`/ledger/${tilePath(tile)}`, 'default')).arrayBuffer()),
    readLeaf: (index) => readJson(`${leavesPath}/${index}`),
    readInclusion: (of) => readJson(`${inclusionPath}?${query(of)}`),
    readConsistency: (first, second) => readJson(`${consistencyPath}?${query({ first, second })}`),
  }
}

async function read(path: string, cache: RequestCache = 'no-store'): Promise<Response> {
  const answer = await fetch(path, { cache }).catch(() => {
    throw new SourceError('unreachable')
  })
  // Only an answer of the product itself says that there is none: a proxy in between answers 404 with a page of its own.
  const isProblem = answer.headers.get('content-type')?.startsWith('application/problem+json')
  if (answer.status === 404 && isProblem) throw new SourceError('missing')
  if (!answer.ok) throw new SourceError('unreachable')
  return answer
}
