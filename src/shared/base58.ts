const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Bytes as multibase base58btc, which begins with `z`. */
export function toBase58(bytes: Uint8Array): string {
  const zeros = bytes.findIndex((byte) => byte !== 0)
  let value = BigInt(`0x0${toHex(bytes)}`)
  let text = ''
  for (; value > 0n; value /= 58n) text = alphabet.charAt(Number(value % 58n)) + text
  return `z${'1'.repeat(zeros === -1 ? bytes.length : zeros)}${text}`
}

/** The bytes of a multibase base58btc text of at most 200 digits. @throws {Error} for anything else */
export function readBase58(text: unknown): Uint8Array<ArrayBuffer> {
  if (typeof text !== 'string' || !/^z[1-9A-HJ-NP-Za-km-z]{1,200}$/.test(text)) throw new Error('not base 58')
  const digits = text.slice(1)
  let value = 0n
  for (const digit of digits) value = value * 58n + BigInt(alphabet.indexOf(digit))
  const hex = value === 0n ? '' : value.toString(16)
  const zeros = /^1*/.exec(digits)?.[0].length ?? 0
  return new Uint8Array([
    ...new Array<number>(zeros).fill(0),
    ...(hex.padStart(hex.length + (hex.length % 2), '0').match(/../g) ?? []).map((byte) =>
      Number.parseInt(byte, 16),
    ),
  ])
}

/** Bytes in hexadecimal digits. */
export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
