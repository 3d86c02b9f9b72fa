import { isJson, type Json } from '#features/badges/site/parts/proof/json.ts'
import type { LedgerState } from '#features/ledger/contract.ts'
import type { DocumentSigners } from '#features/signatures/contract.ts'
import { parseBase64 } from '#shared/cryptography/bytes.ts'
import type { Source } from './source.ts'
import { CheckError } from './steps.ts'

/** Reads from this site, never from the browser's cache. */
export const siteSource: Source = {
  readRecord: (id) => readJson(`/api/certificates/${id}`),
  async readLedgerKeys() {
    const { keys }: LedgerState = await readJson('/api/ledger')
    return keys
  },
  async readSigners() {
    const { signers }: DocumentSigners = await readJson('/api/certificates/signers')
    return signers.flatMap(({ certificate }) => parseBase64(certificate) ?? [])
  },
  async fetchJson(path): Promise<Json> {
    const answer: unknown = await readJson(path)
    if (!isJson(answer)) throw new CheckError('impossible', 'unreachable')
    return answer
  },
  readTextFiles: async () => (await import('./text-file-words.ts')).textFileWords,
}

async function readJson(path: string) {
  const answer = await fetch(path, { cache: 'no-store', headers: { accept: 'application/json' } }).catch(
    () => {
      throw new CheckError('impossible', 'unreachable')
    },
  )
  if (answer.status === 404) throw new CheckError('failed', 'unknown_certificate')
  if (answer.status === 410) throw new CheckError('failed', 'withdrawn')
  if (!answer.ok) throw new CheckError('impossible', 'unreachable')
  return answer.json()
}
