import type { Json } from './json.ts'
import { VerificationError } from './verification-error.ts'

/** Fetches an address of this site as JSON, never from the browser's cache. @throws {VerificationError} */
export async function fetchJson(path: string): Promise<Json> {
  const unreachable = () => new VerificationError('impossible', 'unreachable')
  const answer = await fetch(path, { cache: 'no-store', headers: { accept: 'application/json' } }).catch(
    () => {
      throw unreachable()
    },
  )
  if (answer.status === 410) throw new VerificationError('failed', 'withdrawn')
  if (!answer.ok) throw unreachable()
  return answer.json()
}
