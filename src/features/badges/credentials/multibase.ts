const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
// Ed25519 public key, as a varint (multicodec table).
const ed25519Public = [0xed, 0x01]

/** Bytes as multibase base58btc, which begins with `z`. */
export function toBase58(bytes: Uint8Array): string {
  const zeros = bytes.findIndex((byte) => byte !== 0)
  let value = BigInt(`0x0${Buffer.from(bytes).toString('hex')}`)
  let text = ''
  for (; value > 0n; value /= 58n) text = alphabet.charAt(Number(value % 58n)) + text
  return `z${'1'.repeat(zeros === -1 ? bytes.length : zeros)}${text}`
}

/** An Ed25519 public key of 32 bytes as a Multikey. */
export function toMultikey(publicKey: Uint8Array): string {
  return toBase58(Uint8Array.from([...ed25519Public, ...publicKey]))
}
