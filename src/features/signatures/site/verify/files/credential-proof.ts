import { readKey } from '#features/badges/site/parts/proof/ed25519.ts'
import { isJson, type Json } from '#features/badges/site/parts/proof/json.ts'
import { digest, isSignedBy, readProof } from '#features/badges/site/parts/proof/signature.ts'
import { anchorTerms, signatureTerms } from '#features/signatures/credential/model.ts'
import { CheckError } from '#features/signatures/site/verify/steps.ts'

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
  const { signed } = await digest(credential, [signatureTerms, anchorTerms])
  if (!(await isSignedBy(credential, key, signed))) throw new CheckError('failed', 'credential_proof')
  if (!isJson(subject) || id !== `${origin}/verify/${subject.certificateId}`) {
    throw new CheckError('failed', 'foreign_issuer')
  }
  if (!(new Date(String(validFrom)) <= now)) throw new CheckError('failed', 'not_now')
  return { document, did, method: verificationMethod }
}
