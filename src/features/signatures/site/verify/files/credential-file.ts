import { isJson, type Json } from '#features/badges/site/parts/proof/json.ts'
import type { CertificateRecord } from '#features/signatures/contract.ts'
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
    ...{ revoked_at: null, revoke_reason: null },
    ledger: isJson(proven) ? proven.entry : null,
    anchor: (isJson(proven) && proven.anchor) || null,
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
