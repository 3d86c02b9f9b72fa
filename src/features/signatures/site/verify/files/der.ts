/** A value of DER (ITU-T X.690), with the bytes that it was read from. */
export interface Der {
  tag: number
  /** What it holds. */
  content: Uint8Array<ArrayBuffer>
  /** All of it, with its tag and length. */
  whole: Uint8Array<ArrayBuffer>
}

/** The tags that are read here. */
export const tags = {
  ...{ integer: 0x02, octets: 0x04, object: 0x06, sequence: 0x30, set: 0x31, first: 0xa0, implicit: 0x80 },
} as const

/** The value at the beginning of bytes. @throws {RangeError} where it is not DER */
export function readDer(bytes: Uint8Array<ArrayBuffer>): Der {
  const [tag, first] = bytes
  // Tags of several bytes are not used.
  if (tag === undefined || first === undefined || (tag & 0x1f) === 0x1f) throw new RangeError('not DER')
  const longer = first & 0x80 ? first & 0x7f : 0
  // No length is left open, and none of these is longer than three bytes say.
  if (first === 0x80 || longer > 3) throw new RangeError('not DER')
  let length = longer === 0 ? first : 0
  for (const byte of bytes.subarray(2, 2 + longer)) length = length * 256 + byte
  const shortest = length < 0x80 ? 0 : length < 0x100 ? 1 : length < 0x10000 ? 2 : 3
  const start = 2 + longer
  if (longer !== shortest || start + length > bytes.length) throw new RangeError('not DER')
  return { tag, content: bytes.slice(start, start + length), whole: bytes.slice(0, start + length) }
}

/** The values of a constructed one, which fill it. @throws {RangeError} */
export function readMembers(bytes: Uint8Array<ArrayBuffer>): Der[] {
  const members: Der[] = []
  for (let rest = bytes; rest.length > 0; ) {
    const member = readDer(rest)
    members.push(member)
    rest = rest.slice(member.whole.length)
  }
  return members
}

/** The members of a value that has to have this tag. @throws {RangeError} */
export function open(value: Der | undefined, tag: number): Der[] {
  return readMembers(contentOf(value, tag))
}

/** The content of a value that has to have this tag. @throws {RangeError} */
export function contentOf(value: Der | undefined, tag: number): Uint8Array<ArrayBuffer> {
  if (value?.tag !== tag) throw new RangeError('another value was expected')
  return value.content
}
