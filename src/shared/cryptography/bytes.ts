/** The bytes of a text of lower-case hexadecimal digits; undefined for any other text. */
export function parseHex(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (text.length % 2 !== 0 || !/^[0-9a-f]*$/.test(text)) return undefined
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

/** The bytes of a text in base 64 (RFC 4648 §4) with its padding; undefined for any other spelling of the same bytes. */
export function parseBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text)) return undefined
  const characters = atob(text)
  // Bits that belong to no byte would make two texts of the same bytes.
  if (btoa(characters) !== text) return undefined
  return Uint8Array.from(characters, (character) => character.charCodeAt(0))
}

/** Several runs of bytes as one. */
export function joinBytes(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let offset = 0
  for (const part of parts) {
    joined.set(part, offset)
    offset += part.length
  }
  return joined
}

/** Whether two runs of bytes are the same. Of public bytes: the time it takes tells where they differ. */
export function areSameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index])
}
