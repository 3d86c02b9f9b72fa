import type { ApiClient } from '#admin/kit/api/api-client.ts'
import { ErasureResult } from '#features/early-adopters/contract.ts'

/** How far it has come. */
export interface Erased {
  erased: number
  missing: number
}

// Each erasure is a transaction on the server: a group takes one or two seconds.
const groupSize = 50

interface EraseOptions {
  api: Pick<ApiClient, 'send'>
  signal: AbortSignal
  onProgress: (erased: Erased) => void
}

/** Erases leads group by group until it is stopped or fails, and returns how many were erased in either case. */
export async function eraseInGroups(
  ids: readonly string[],
  { api, signal, onProgress }: EraseOptions,
): Promise<Erased & { error?: unknown }> {
  let done: Erased = { erased: 0, missing: 0 }
  for (let start = 0; start < ids.length && !signal.aborted; start += groupSize) {
    try {
      const body = { ids: ids.slice(start, start + groupSize) }
      const { erased, missing } = await api.send('POST', '/api/early-adopters/erase', ErasureResult, body)
      done = { erased: done.erased + erased, missing: done.missing + missing }
      onProgress(done)
    } catch (error) {
      return { ...done, error }
    }
  }
  return done
}
