import type { ApiClient } from '#admin/kit/api/api-client.ts'
import { ErasureResult } from '#features/early-adopters/contract.ts'

/** How far it has come. */
export interface Erased {
  erased: number
  missing: number
}

// Each is a transaction of its own on the server: few enough that a group is done within a second or two.
const groupSize = 50

interface EraseOptions {
  api: Pick<ApiClient, 'send'>
  signal: AbortSignal
  onProgress: (erased: Erased) => void
}

/** Erases people group by group until it is stopped or fails, and says how far it came either way. */
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
