import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

const compress = promisify(gzip)

/** Bits in one list: the minimum that protects the privacy of holders (Bitstring Status List §6.1). */
export const listLength = 131_072

/** The list that contains an award's bit, and its position; the first list is 1. */
export function placeOf(statusIndex: number): { list: number; position: number } {
  return { list: Math.floor(statusIndex / listLength) + 1, position: statusIndex % listLength }
}

/** The status indexes whose bits are in a list. */
export function rangeOf(list: number): { from: number; to: number } {
  return { from: (list - 1) * listLength, to: list * listLength - 1 }
}

/** A list in which these positions are set, compressed, as multibase base64url (Bitstring Status List §3.3). */
export async function encodeList(positions: number[]): Promise<string> {
  const bits = new Uint8Array(listLength / 8)
  for (const position of positions) {
    const byte = position >> 3
    // The first bit is the leftmost.
    bits[byte] = (bits[byte] ?? 0) | (0x80 >> (position & 7))
  }
  return `u${(await compress(bits)).toString('base64url')}`
}
