import { sign } from 'node:crypto'
import type { Database } from '#platform/postgres.ts'
import type { KeyRing, SigningKey } from '#platform/secrets/key-ring.ts'
import { toBase58 } from '#shared/base58.ts'
import type { Canonicalizer } from './canonicalizer.ts'

/** A JSON-LD document that can be signed. */
export interface Signable extends Record<string, unknown> {
  '@context': (string | object)[]
}

interface ProofOptions {
  keys: Pick<KeyRing, 'getCurrent'>
  canonicalizer: Canonicalizer
  /** When a document counts as signed. */
  timeOf: (key: SigningKey) => Date
  /** Of the issuer. */
  did: string
}

/** Signs documents: a Data Integrity proof of the cryptosuite eddsa-rdfc-2022 (W3C vc-di-eddsa §3.2). */
export function createProver({ keys, canonicalizer, timeOf, did }: ProofOptions) {
  return async (documents: Signable[], transaction?: Database) => {
    const key = await keys.getCurrent(transaction)
    const settings = describeProof({ did, key, at: timeOf(key), cryptosuite: 'eddsa-rdfc-2022' })
    const hashes = await canonicalizer.hash(
      documents.flatMap((document) => [{ '@context': document['@context'], ...settings }, document]),
    )
    return documents.map((document, index) => {
      const signed = Buffer.concat(hashes.slice(index * 2, index * 2 + 2))
      return { ...document, proof: { ...settings, proofValue: toBase58(sign(null, signed, key.privateKey)) } }
    })
  }
}
export type Prove = ReturnType<typeof createProver>

interface ProofDescription {
  did: string
  key: SigningKey
  at: Date
  cryptosuite: 'eddsa-rdfc-2022' | 'eddsa-jcs-2022'
}

/** A proof without its signature. */
export function describeProof({ did, key, at, cryptosuite }: ProofDescription) {
  return {
    type: 'DataIntegrityProof',
    cryptosuite,
    created: toSeconds(at),
    verificationMethod: `${did}#${key.id}`,
    proofPurpose: 'assertionMethod',
  }
}

/** A moment as XML Schema's dateTimeStamp, in whole seconds. */
export function toSeconds(date: Date): string {
  return date.toISOString().replace(/\.\d{3}/, '')
}
