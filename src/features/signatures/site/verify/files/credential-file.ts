import { readKey } from '#features/badges/site/parts/proof/ed25519.ts'
import { isJson, type Json } from '#features/badges/site/parts/proof/json.ts'
import { digest, isSignedBy, readProof } from '#features/badges/site/parts/proof/signature.ts'
import type { CertificateRecord } from '#features/signatures/contract.ts'
import { signatureTerms } from '#features/signatures/credential/model.ts'
import { readRecord } from '#features/signatures/site/verify/read-record.ts'
import { CheckError } from '#features/signatures/site/verify/steps.ts'
import type { Claims } from './text-file.ts'

/** What a credential says, and the record that it brings along, before anything of it is checked. */
export interface CredentialClaims extends Claims {
  record: CertificateRecord
}

/** Reads JSON as the credential of a certificate. @throws {CheckError} when it is none */
export function parseCredential(text: string): Json {
  try {
    const document: unknown = JSON.parse(text)
    if (isJson(document) && Array.isArray(document.type) && document.type.includes('SignatureCertificate'))
      return document
  } catch {
    // Not JSON at all.
  }
  throw new CheckError('failed', 'not_credential')
}

/** What a credential says. @throws {CheckError} where something is missing or twofold */
export function readClaims(credential: Json): CredentialClaims {
  const { credentialSubject: subject, evidence, validFrom } = credential
  if (!isJson(subject)) throw new CheckError('failed', 'not_credential')
  const { certificateId, name, organization, position, statement } = subject
  const [proven] = Array.isArray(evidence) ? evidence : []
  const record = readRecord({
    ...{ certificate_id: certificateId, statement, signature_id: isJson(statement) && statement.signature },
    ...{ statement_signature: subject.statementSignature, public_key: subject.publicKey },
    ...{ revoked_at: null, revoke_reason: null, anchor: null },
    ledger: isJson(proven) ? proven.entry : null,
  })
  const stated = record.statement
  if (subject.blockchainAddress !== stated.address || validFrom !== stated.activated_at) {
    throw new CheckError('failed', 'not_credential')
  }
  return {
    ...{ certificate: stated.certificate, signature: stated.signature, activatedAt: stated.activated_at },
    holder: { full_name: String(name), organization: String(organization), position: String(position) },
    record,
  }
}

interface CredentialOptions {
  /** Origin of this site, as its credentials name it. */
  origin: string
  fetchJson(path: string): Promise<Json>
  now: Date
}

/**
 * Checks that this site has issued a credential and nothing of it was changed (W3C Data Integrity, eddsa-rdfc-2022; did:web).
 * Returns the site's did document.
 */
export async function checkCredential(credential: Json, options: CredentialOptions) {
  const { origin, fetchJson, now } = options
  const did = `did:web:${encodeURIComponent(new URL(origin).host)}`
  const { issuer, credentialSubject: subject, validFrom, id } = credential
  if (!isJson(issuer) || issuer.id !== did) throw new CheckError('failed', 'foreign_issuer')
  const { verificationMethod } = readProof(credential)
  const document = await fetchJson('/.well-known/did.json')
  if (document.id !== did) throw new CheckError('failed', 'foreign_issuer')
  const key = readKey(document, verificationMethod)
  const { signed } = await digest(credential, [signatureTerms])
  if (!(await isSignedBy(credential, key, signed))) throw new CheckError('failed', 'credential_proof')
  if (!isJson(subject) || id !== `${origin}/verify/${subject.certificateId}`) {
    throw new CheckError('failed', 'foreign_issuer')
  }
  if (!(new Date(String(validFrom)) <= now)) throw new CheckError('failed', 'not_now')
  return { document, did, method: verificationMethod }
}
