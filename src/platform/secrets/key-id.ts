import { createHash, createPublicKey, type KeyObject } from 'node:crypto'

/** The public half of an Ed25519 private key, in 32 bytes. */
export function publicHalfOf(privateKey: KeyObject): Uint8Array {
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' })
  return Buffer.from(x, 'base64url')
}

/** What a key is called: `key-` and 16 hexadecimal digits of the SHA-256 of its public half. */
export function idOfKey(publicKey: Uint8Array): string {
  return `key-${createHash('sha256').update(publicKey).digest('hex').slice(0, 16)}`
}
