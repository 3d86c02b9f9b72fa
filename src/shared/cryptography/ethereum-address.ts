import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { toHex } from '#shared/base58.ts'

/** The address of a secp256k1 public key, in the checksum spelling of EIP-55. @throws for bytes that are no key */
export function addressOf(publicKey: Uint8Array): string {
  const point = secp256k1.Point.fromBytes(publicKey).toBytes(false)
  return toChecksumAddress(toHex(keccak_256(point.subarray(1)).subarray(-20)))
}

/** An address of 40 hexadecimal digits as EIP-55 spells it: its capitals are a checksum. */
export function toChecksumAddress(address: string): string {
  const digits = address.toLowerCase()
  const hash = toHex(keccak_256(new TextEncoder().encode(digits)))
  const spelt = [...digits].map((digit, place) =>
    Number.parseInt(hash.charAt(place), 16) >= 8 ? digit.toUpperCase() : digit,
  )
  return `0x${spelt.join('')}`
}
