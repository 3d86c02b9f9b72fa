import { canonicalize } from '#features/badges/credentials/model.ts'
import { checkForCryptography, hash, isSignatureOf } from './ed25519.ts'
import { isJson, type Json } from './json.ts'
import { isPlain } from './plain-document.ts'
import { VerificationError } from './verification-error.ts'

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

/**
 * The signed bytes of a document: the hashes of the proof's options and of the document.
 * @param ownTerms contexts that it may contain instead of naming them
 */
export async function digest(document: Json, ownTerms: readonly object[] = []) {
  const { proof: _, ...unsigned } = document
  const { proofValue: _value, ...options } = readProof(document)
  if (!isPlain(unsigned, ownTerms) || !isPlain({ ...options, '@context': document['@context'] }, ownTerms)) {
    throw new VerificationError('failed', 'not_plain')
  }
  checkForCryptography()
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
  return isSignatureOf(readProof(document).proofValue, key, signed)
}
