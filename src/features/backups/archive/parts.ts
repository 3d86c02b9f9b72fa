import { partSize } from './format.ts'

const newline = 10

/** A part of a table's rows. */
export interface Part {
  bytes: Buffer
  /** How many lines end in it. */
  lines: number
}

/**
 * Cuts rows in the text format of COPY into parts of a limited size, at the ends of lines; within a line only where it is
 * longer than a part. Calls `onChunk` with the rows as they come.
 */
export async function* cutParts(
  rows: AsyncIterable<Uint8Array>,
  onChunk: (chunk: Uint8Array) => void,
): AsyncGenerator<Part> {
  let part = Buffer.allocUnsafeSlow(partSize)
  let used = 0
  const cut = (end: number): Part => {
    const bytes = part.subarray(0, end)
    const rest = part.subarray(end, used)
    part = Buffer.allocUnsafeSlow(partSize)
    used = rest.copy(part)
    return { bytes, lines: countLines(bytes) }
  }
  for await (const chunk of rows) {
    onChunk(chunk)
    for (let at = 0; at < chunk.length; ) {
      const taken = Math.min(chunk.length - at, partSize - used)
      part.set(chunk.subarray(at, at + taken), used)
      used += taken
      at += taken
      if (used === partSize) yield cut(part.lastIndexOf(newline) + 1 || partSize)
    }
  }
  if (used > 0) yield cut(used)
}

/** How many lines end in some bytes. */
export function countLines(bytes: Uint8Array): number {
  let count = 0
  for (let at = bytes.indexOf(newline); at >= 0; at = bytes.indexOf(newline, at + 1)) count += 1
  return count
}
