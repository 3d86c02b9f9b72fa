import type { Certificate, CertificateAnchor, CertificateRecord } from '#features/signatures/contract.ts'
import { toBase58 } from '#shared/base58.ts'
import { parseHex } from '#shared/cryptography/bytes.ts'
import { anchoredContexts, certificateContexts } from './model.ts'

/** What proves that the ledger has the entry of a certificate. */
export type LedgerEvidence = NonNullable<CertificateRecord['ledger']>

// A compressed secp256k1 public key, as a varint (multicodec table).
const secp256k1Public = [0xe7, 0x01]

/** The did of a key of secp256k1 (did:key), from its compressed form in hex. */
function didOfKey(publicKey: string): string {
  const key = parseHex(publicKey)
  if (!key) throw new Error('a public key is not hexadecimal')
  return `did:key:${toBase58(Uint8Array.from([...secp256k1Public, ...key]))}`
}

interface CertificateCredentialOptions {
  certificate: Certificate
  issuer: { did: string; name: string; publicUrl: string }
  /** Where its status is listed. */
  status: object
  /** None for the second until the entry is in the ledger. */
  evidence: LedgerEvidence | undefined
  /** None while no chain has its entry. */
  anchor: CertificateAnchor | undefined
}

/**
 * The certificate as a verifiable credential (W3C VC Data Model 2.0), unsigned. Its subject is the holder's key; it names the
 * holder in clear text, since it is theirs.
 */
export function writeCertificateCredential(options: CertificateCredentialOptions) {
  const { certificate, issuer, status, evidence, anchor } = options
  return {
    '@context': anchor ? anchoredContexts : certificateContexts,
    id: `${issuer.publicUrl}/verify/${certificate.certificate_id}`,
    type: ['VerifiableCredential', 'SignatureCertificate'],
    issuer: { id: issuer.did, name: issuer.name },
    validFrom: certificate.activated_at,
    credentialSubject: {
      id: didOfKey(certificate.public_key),
      certificateId: certificate.certificate_id,
      name: certificate.full_name,
      organization: certificate.organization,
      position: certificate.position,
      blockchainAddress: certificate.blockchain_address,
      statement: certificate.statement,
      statementSignature: certificate.statement_signature,
      publicKey: certificate.public_key,
    },
    credentialStatus: status,
    ...(evidence && {
      evidence: [{ type: ['LedgerInclusion'], entry: evidence, ...(anchor && { anchor }) }],
    }),
  }
}
