import { readBase58 } from '#shared/base58.ts'
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
