import { canonicalize } from '#features/badges/credentials/model.ts'
import { readBase58 } from '#shared/base58.ts'
import { isJson, type Json } from './json.ts'
import { isPlain } from './plain-document.ts'
import { VerificationError } from './verification-error.ts'

async function hash(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
}

/** The proof of a document, if it is of the kind that this site creates. */
export function readProof(document: Json): Json & { verificationMethod: string } {
  const { proof } = document
  if (
    isJson(proof) &&
    proof.type === 'DataIntegrityProof' &&
    proof.cryptosuite === 'eddsa-rdfc-2022' &&
    proof.proofPurpose === 'assertionMethod' &&
    typeof proof.verificationMethod === 'string'
  ) {
    return { ...proof, verificationMethod: proof.verificationMethod }
  }
  throw new VerificationError('failed', 'no_proof')
}

/** The public key that a proof names, if the issuer's document lists it. */
export function readKey(didDocument: Json, method: string): Uint8Array<ArrayBuffer> {
  const { id: did, verificationMethod: methods, assertionMethod: trusted } = didDocument
  const found = Array.isArray(methods) ? methods.filter(isJson).find(({ id }) => id === method) : undefined
  if (!found || found.controller !== did || !Array.isArray(trusted) || !trusted.includes(method)) {
    throw new VerificationError('failed', 'unknown_key', { key: method })
  }
  const key = readBase58(found.publicKeyMultibase)
  // Multikey: 0xed01 says that 32 bytes of Ed25519 follow.
  if (key.length !== 34 || key[0] !== 0xed || key[1] !== 1)
    throw new VerificationError('failed', 'unknown_key', { key: method })
  return key.slice(2)
}

/** The signed bytes of a document: the hashes of the proof's options and of the document. */
export async function digest(document: Json) {
  const { proof: _, ...unsigned } = document
  const { proofValue: _value, ...options } = readProof(document)
  if (!isPlain(unsigned) || !isPlain({ ...options, '@context': document['@context'] })) {
    throw new VerificationError('failed', 'not_plain')
  }
  if (!globalThis.crypto?.subtle) throw new VerificationError('impossible', 'insecure')
  const refuse = () => {
    throw new VerificationError('failed', 'not_plain')
  }
  const statements = await canonicalize(unsigned).catch(refuse)
  const proofHash = await hash(
    await canonicalize({ '@context': document['@context'], ...options }).catch(refuse),
  )
  const documentHash = await hash(statements)
  return {
    statements: statements.trimEnd().split('\n').length,
    documentHash,
    signed: new Uint8Array([...proofHash, ...documentHash]),
  }
}

/** Whether a document's signature is that of a key over those bytes. */
export async function isSignedBy(
  document: Json,
  key: Uint8Array<ArrayBuffer>,
  signed: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  let signature: Uint8Array<ArrayBuffer>
  try {
    signature = readBase58(readProof(document).proofValue)
  } catch {
    return false
  }
  if (signature.length !== 64) return false
  try {
    const imported = await crypto.subtle.importKey('raw', key, 'Ed25519', false, ['verify'])
    return await crypto.subtle.verify('Ed25519', imported, signature, signed)
  } catch {
    // Not every browser supports Ed25519.
    const { verifyAsync } = await import('@noble/ed25519')
    return verifyAsync(signature, signed, key, { zip215: false }).catch(() => false)
  }
}
