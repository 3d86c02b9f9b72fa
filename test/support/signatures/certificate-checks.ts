import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import type { Json } from '#features/badges/site/parts/proof/json.ts'
import { LedgerState } from '#features/ledger/contract.ts'
import { DocumentSigners } from '#features/signatures/contract.ts'
import { type Brought, checkCertificate } from '#features/signatures/site/verify/check-certificate.ts'
import type { Source } from '#features/signatures/site/verify/source.ts'
import { CheckError, judge } from '#features/signatures/site/verify/steps.ts'
import { type FileWords, textsOf } from '#features/signatures/site/verify/text-files.ts'
import { parseBase64 } from '#shared/cryptography/bytes.ts'
import { type Language, languages } from '#shared/languages.ts'
import type { TestApp } from '../build-app.ts'

/** The words of the text file in a language. */
export const wordsOf = (language: Language) => {
  const file = new URL(`../../../locales/${language}/activation.json`, import.meta.url)
  const words: FileWords = JSON.parse(readFileSync(file, 'utf8'))
  return textsOf(words)
}
const words = languages.map(wordsOf)

/** The checks of certificates that a browser makes, against an application. */
export function createCertificateChecks(app: TestApp) {
  /** Reads what the product answers, each thing once. */
  function createSource(changes: Partial<Source> = {}): Source {
    const known = new Map<string, Promise<Json>>()
    const read = (path: string) => {
      const answer = known.get(path) ?? ask(path)
      known.set(path, answer)
      return answer
    }
    async function ask(path: string): Promise<Json> {
      const { status, text } = await app.send(path)
      if (status === 404) throw new CheckError('failed', 'unknown_certificate')
      if (status === 410) throw new CheckError('failed', 'withdrawn')
      assert.equal(status, 200, path)
      return JSON.parse(text)
    }
    return {
      readRecord: (id) => read(`/api/certificates/${id}`),
      readLedgerKeys: async () => LedgerState.parse(await read('/api/ledger')).keys,
      readSigners: async () =>
        DocumentSigners.parse(await read('/api/certificates/signers')).signers.flatMap(
          ({ certificate }) => parseBase64(certificate) ?? [],
        ),
      fetchJson: read,
      readTextFiles: async () => words,
      ...changes,
    }
  }

  async function check(brought: Brought, source = createSource(), now = app.clock.now()) {
    const result = await checkCertificate({
      ...{ brought, source, origin: 'http://localhost:3000', siteName: 'Firmeza' },
      now: () => now,
      onProgress: () => undefined,
    })
    const { steps, subject } = result
    const stopped = steps.find(({ outcome }) => outcome === 'failed' || outcome === 'impossible')
    return { ...result, verdict: judge(steps, true, subject), stopped }
  }
  return { createSource, check }
}
