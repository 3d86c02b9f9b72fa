import { toBase58 } from '#shared/base58.ts'

// Ed25519 public key, as a varint (multicodec table).
const ed25519Public = [0xed, 0x01]

/** An Ed25519 public key of 32 bytes as a Multikey. */
export function toMultikey(publicKey: Uint8Array): string {
  return toBase58(Uint8Array.from([...ed25519Public, ...publicKey]))
}
