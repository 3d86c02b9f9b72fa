import { joinBytes } from '#shared/cryptography/bytes.ts'

// RLP (Ethereum Yellow Paper, appendix B). Only the shortest spelling of a value is read, so that no value has two.

/** Bytes are not RLP, or not in the only spelling that is right. */
export class RlpError extends Error {}

/** A value in RLP: bytes, or a list whose items are read by `readItems`. */
export interface RlpItem {
  isList: boolean
  /** The bytes, or the encoded items of the list one after the other. */
  content: Uint8Array
  /** With its prefix. */
  encoded: Uint8Array
}

/**
 * Reads a list that is all of some bytes. Items that are lists themselves are not looked into, so however deep they are nested,
 * the time depends on the length alone. @throws {RlpError} also for more items than `most`
 */
export function readList(bytes: Uint8Array, most: number): RlpItem[] {
  const list = readItem(bytes, 0)
  if (list.encoded.length !== bytes.length) throw new RlpError('bytes follow the list')
  return readItems(list, most)
}

/** The items of a list. @throws {RlpError} for what is no list, and for more items than `most` */
export function readItems({ isList, content }: RlpItem, most: number): RlpItem[] {
  if (!isList) throw new RlpError('not a list')
  const items: RlpItem[] = []
  for (let offset = 0; offset < content.length; ) {
    if (items.length === most) throw new RlpError('too many items')
    const item = readItem(content, offset)
    items.push(item)
    offset += item.encoded.length
  }
  return items
}

/** The bytes of an item. @throws {RlpError} for a list */
export function readBytes({ isList, content }: RlpItem): Uint8Array {
  if (isList) throw new RlpError('a list in place of bytes')
  return content
}

/** A whole number from 0 of at most so many bytes, without zeros before it. @throws {RlpError} */
export function readInteger(item: RlpItem, longest: number): bigint {
  const bytes = readBytes(item)
  if (bytes.length > longest || bytes[0] === 0) throw new RlpError('not a number')
  return toNumber(bytes)
}

function readItem(bytes: Uint8Array, start: number): RlpItem {
  const prefix = bytes[start] ?? 0
  const isList = prefix >= 0xc0
  /** The length where it is below 56, or how many bytes it takes where it is not; below 0 for a byte that stands for itself. */
  const short = prefix - (isList ? 0xc0 : 0x80)
  let from = start + (short < 0 ? 0 : 1)
  let length = short < 0 ? 1 : short
  if (short > 55) {
    const digits = bytes.subarray(from, from + short - 55)
    // Four bytes of length are more than any value here has.
    length = digits.length <= 4 && digits[0] !== 0 ? Number(toNumber(digits)) : 0
    if (length < 56) throw new RlpError('a length is spelt wrongly')
    from += short - 55
  }
  const end = from + length
  if (end > bytes.length) throw new RlpError('the bytes end too early')
  const content = bytes.subarray(from, end)
  if (prefix === 0x81 && (content[0] ?? 0) < 0x80) throw new RlpError('a byte has a prefix')
  return { isList, content, encoded: bytes.subarray(start, end) }
}

function toNumber(bytes: Uint8Array): bigint {
  let number = 0n
  for (const byte of bytes) number = (number << 8n) | BigInt(byte)
  return number
}

function toBytes(number: bigint): Uint8Array {
  const bytes: number[] = []
  for (let rest = number; rest > 0n; rest >>= 8n) bytes.unshift(Number(rest & 255n))
  return Uint8Array.from(bytes)
}

/** Bytes in RLP. */
export function encodeBytes(bytes: Uint8Array): Uint8Array {
  return bytes.length === 1 && (bytes[0] ?? 0) < 0x80 ? bytes : joinBytes(prefixOf(0x80, bytes.length), bytes)
}

/** A whole number from 0 in RLP. */
export const encodeInteger = (number: number | bigint): Uint8Array => encodeBytes(toBytes(BigInt(number)))

/** A list in RLP of items that are in RLP. */
export function encodeList(items: readonly Uint8Array[]): Uint8Array {
  const length = items.reduce((sum, item) => sum + item.length, 0)
  return joinBytes(prefixOf(0xc0, length), ...items)
}

function prefixOf(kind: number, length: number): Uint8Array {
  if (length < 56) return Uint8Array.of(kind + length)
  const digits = toBytes(BigInt(length))
  return Uint8Array.of(kind + 55 + digits.length, ...digits)
}
