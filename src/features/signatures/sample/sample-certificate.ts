import { createHash } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import type { SampleCertificate, SignatureStatement } from '#features/signatures/contract.ts'
import { holderHash, signStatement } from '#features/signatures/keys/derivation.ts'
import type { SignatureLedger } from '#features/signatures/ports.ts'
import type { Translate } from '#platform/catalogues.ts'
import { addressOf } from '#shared/cryptography/ethereum-address.ts'
import type { Language } from '#shared/languages.ts'
import { sampleDate } from './model.ts'

/** No signature has these ids: real ones are random (version 4). */
const certificate = '00000000-0000-8000-8000-000000000001'
const signature = '00000000-0000-8000-8000-000000000002'

/** Anybody can make this key, which is why it proves nothing about anybody. */
const privateKey = createHash('sha256').update('the key of the sample certificate').digest()
const publicKey = secp256k1.getPublicKey(privateKey)

interface SampleOptions {
  ledger: Pick<SignatureLedger, 'proveSample'>
  translator(language: Language): Translate
}

/** The certificates that visitors check and change, one for each language. They are of nobody, and in no table. */
export const createSampleCertificates = ({ ledger, translator }: SampleOptions) => ({
  async get(language: Language): Promise<SampleCertificate> {
    const t = translator(language)
    const holder = {
      full_name: t('sample:certificate.holder'),
      organization: t('sample:certificate.organization'),
      position: t('sample:certificate.position'),
    }
    const activatedAt = new Date(sampleDate)
    const statement: SignatureStatement = {
      ...{ type: 'activation', certificate, signature, address: addressOf(publicKey) },
      holder: holderHash({ certificate, ...holder }),
      activated_at: activatedAt.toISOString(),
    }
    const signed = signStatement(statement, { privateKey, publicKey })
    return {
      holder,
      record: {
        ...{ certificate_id: certificate, signature_id: signature, statement },
        ...{ statement_signature: signed.signature, public_key: signed.publicKey },
        ...{ revoked_at: null, revoke_reason: null, anchor: null },
        ledger: await ledger.proveSample(statement, activatedAt),
      },
    }
  },
})
export type SampleCertificates = ReturnType<typeof createSampleCertificates>
