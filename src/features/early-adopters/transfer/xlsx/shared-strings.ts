import { unescapeText } from './cell-text.ts'
import { XlsxRefusal } from './refusal.ts'
import { readXml } from './xml.ts'

/** The texts that cells name by their numbers. */
export interface SharedStrings {
  /** Undefined for a number that there is not. */
  get(index: number): string | undefined
}

interface SharedStringLimits {
  count: number
  /** Bytes of all of them in UTF-8. */
  bytes: number
  /** Characters of one; the rest is cut off. */
  length: number
}

/**
 * Reads the texts of a workbook. They are packed into one buffer: as JavaScript strings they would take several times as
 * much, and count against the heap of the worker.
 * @throws {XlsxRefusal}
 */
export async function readSharedStrings(
  chunks: AsyncIterable<Uint8Array>,
  limits: SharedStringLimits,
): Promise<SharedStrings> {
  let bytes = Buffer.allocUnsafe(64 * 1024)
  let ends = new Uint32Array(4 * 1024)
  let [size, count] = [0, 0]

  function add(text: string): void {
    const length = Buffer.byteLength(text)
    if (count >= limits.count || size + length > limits.bytes)
      throw new XlsxRefusal('import_too_large_unpacked', 'too many shared strings')
    if (size + length > bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(size + length, bytes.length * 2))
      bytes.copy(larger, 0, 0, size)
      bytes = larger
    }
    if (count === ends.length) {
      const longer = new Uint32Array(count * 2)
      longer.set(ends)
      ends = longer
    }
    size += bytes.write(text, size)
    ends[count++] = size
  }

  const reader = createTextReader(limits.length)
  await readXml(chunks, 'sst', {
    open(name, _attributes, depth) {
      if (name === 'si' && depth === 1) reader.begin()
      else reader.open(name)
    },
    text: reader.text,
    close(name, depth) {
      if (name === 'si' && depth === 1) add(reader.end())
      else reader.close(name)
    },
  })
  return {
    get: (index) =>
      Number.isInteger(index) && index >= 0 && index < count
        ? bytes.toString('utf8', index === 0 ? 0 : ends[index - 1], ends[index])
        : undefined,
  }
}

/** Collects the text of a string: its runs (`r`) one after the other, without how it is pronounced (`rPh`). */
export function createTextReader(maxLength: number) {
  let [text, isText, phonetic] = ['', false, 0]
  return {
    begin(): void {
      ;[text, isText, phonetic] = ['', false, 0]
    },
    open(name: string): void {
      if (name === 'rPh') phonetic++
      if (name === 't') isText = phonetic === 0
    },
    text(piece: string): void {
      if (isText && text.length <= maxLength) text += piece
    },
    close(name: string): void {
      if (name === 'rPh') phonetic--
      if (name === 't') isText = false
    },
    /** The text, at most one character longer than allowed. */
    end: () => unescapeText(text.slice(0, maxLength + 1)),
  }
}
