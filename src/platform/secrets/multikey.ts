import { readBase58, toBase58 } from '#shared/base58.ts'

// Ed25519 public key, as a varint (multicodec table).
const ed25519Public = [0xed, 0x01]

/** An Ed25519 public key of 32 bytes as a Multikey. */
export function toMultikey(publicKey: Uint8Array): string {
  return toBase58(Uint8Array.from([...ed25519Public, ...publicKey]))
}

/** The 32 bytes of an Ed25519 public key that was written by `toMultikey`. @throws {Error} for anything else */
export function readMultikey(multikey: string): Uint8Array {
  const bytes = readBase58(multikey)
  if (bytes.length !== 34 || ed25519Public.some((byte, index) => bytes[index] !== byte))
    throw new Error('not the Multikey of an Ed25519 public key')
  return bytes.slice(ed25519Public.length)
}
