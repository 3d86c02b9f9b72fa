import { createHash, sign } from 'node:crypto'
import type { Issuer } from '#features/badges/credentials/credential.ts'
import { describeProof } from '#features/badges/credentials/proof.ts'
import type { KeyRing, SigningKey } from '#platform/secrets/key-ring.ts'
import { toBase58 } from '#shared/base58.ts'
import { canonicalizeJson } from '#shared/canonical-json.ts'
import { ledgerSteps, sampleAmounts, sampleDate, sampleLedgerPath } from './model.ts'

const hash = (value: object) => createHash('sha256').update(canonicalizeJson(value)).digest()

/**
 * Four entries about public spending, each with the hash of the one before and a proof of the cryptosuite eddsa-jcs-2022
 * (W3C vc-di-eddsa §3.3). The key of the site signs them all, in the place of four people.
 */
function writeLedger({ did, publicUrl }: Issuer, key: SigningKey) {
  const id = publicUrl + sampleLedgerPath
  const proof = describeProof({ did, key, at: key.createdAt, cryptosuite: 'eddsa-jcs-2022' })
  const entries: object[] = []
  for (const [index, step] of ledgerSteps.entries()) {
    const last = entries.at(-1)
    const entry = {
      ...{ ledger: id, position: index + 1, step, amount: sampleAmounts[step], currency: 'EUR' },
      ...{ date: sampleDate, previous: last ? hash(last).toString('hex') : null },
    }
    const signed = Buffer.concat([hash(proof), hash(entry)])
    const proofValue = toBase58(sign(null, signed, key.privateKey))
    entries.push({ ...entry, proof: { ...proof, proofValue } })
  }
  return { id, issuer: did, note: 'A sample: no institution made these entries.', entries }
}

/** The sample ledger, signed once. A later key does not make it invalid. */
export function createSampleLedger({ issuer, keys }: { issuer: Issuer; keys: Pick<KeyRing, 'getCurrent'> }) {
  let signed: Promise<object> | undefined
  return {
    async getLedger(): Promise<object> {
      signed ??= keys.getCurrent().then((key) => writeLedger(issuer, key))
      signed.catch(() => {
        signed = undefined
      })
      return signed
    },
  }
}
export type SampleLedger = ReturnType<typeof createSampleLedger>
