import { sign } from 'node:crypto'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import { toBase58 } from '#shared/base58.ts'
import type { Canonicalizer } from './canonicalizer.ts'
import type { SigningKeys } from './keys.ts'

/** A JSON-LD document that can be signed. */
export interface Signable extends Record<string, unknown> {
  '@context': string[]
}

interface ProofOptions {
  keys: SigningKeys
  canonicalizer: Canonicalizer
  clock: Clock
  /** Of the issuer. */
  did: string
}

/** Signs documents: a Data Integrity proof of the cryptosuite eddsa-rdfc-2022 (W3C vc-di-eddsa §3.2). */
export function createProver({ keys, canonicalizer, clock, did }: ProofOptions) {
  return async (documents: Signable[], transaction?: Database) => {
    const { id, privateKey } = await keys.getOwn(transaction)
    const settings = {
      type: 'DataIntegrityProof',
      cryptosuite: 'eddsa-rdfc-2022',
      created: toSeconds(clock.now()),
      verificationMethod: `${did}#${id}`,
      proofPurpose: 'assertionMethod',
    }
    const hashes = await canonicalizer.hash(
      documents.flatMap((document) => [{ '@context': document['@context'], ...settings }, document]),
    )
    return documents.map((document, index) => {
      const signed = Buffer.concat(hashes.slice(index * 2, index * 2 + 2))
      return { ...document, proof: { ...settings, proofValue: toBase58(sign(null, signed, privateKey)) } }
    })
  }
}
export type Prove = ReturnType<typeof createProver>

/** A moment as XML Schema's dateTimeStamp, in whole seconds. */
export function toSeconds(date: Date): string {
  return date.toISOString().replace(/\.\d{3}/, '')
}
