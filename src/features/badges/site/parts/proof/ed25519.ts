import { readBase58 } from '#shared/base58.ts'
import { isEd25519Signature } from '#shared/cryptography/ed25519.ts'
import { isJson, type Json } from './json.ts'
import { VerificationError } from './verification-error.ts'

/** @throws {VerificationError} in a browser that computes no hashes on this page */
export function checkForCryptography(): void {
  if (!globalThis.crypto?.subtle) throw new VerificationError('impossible', 'insecure')
}

/** The SHA-256 of a text. */
export async function hash(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
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

/** Whether a signature, as multibase base58btc, is that of a key over those bytes. */
export async function isSignatureOf(
  proofValue: unknown,
  key: Uint8Array<ArrayBuffer>,
  signed: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  let signature: Uint8Array<ArrayBuffer>
  try {
    signature = readBase58(proofValue)
  } catch {
    return false
  }
  return isEd25519Signature(signature, key, signed)
}
