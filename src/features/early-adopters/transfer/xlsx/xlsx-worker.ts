// What the worker pool runs to read an XLSX file; see `xlsx.ts`.
import { CsvLimitError, type CsvLimits } from '#shared/files/csv-lines.ts'
import { XlsxRefusal, type XlsxRefusalCode } from './refusal.ts'
import { readSharedStrings } from './shared-strings.ts'
import { readSheet } from './sheet.ts'
import { readWorkbook } from './workbook.ts'
import { openZip } from './zip-parts.ts'

const megabyte = 1024 * 1024
/** What a file may unpack to; the ratio is the one that Apache POI refuses. */
const zipLimits = { entries: 5_000, unpacked: 200 * megabyte, ratio: 100, ratioFrom: megabyte }
const stringLimits = { count: 2_000_000, bytes: 32 * megabyte }
/** How many characters are encoded at once. */
const encodedAtOnce = 256 * 1024

interface XlsxRequest {
  bytes: Uint8Array
  limits: CsvLimits
  /** Bytes that the rows may have altogether. */
  textLimit: number
}

/** The rows of the first visible sheet, or why there are none: errors lose what they say on their way out of a worker. */
type XlsxOutcome =
  | { rows: Uint8Array; sheet: string; sheetCount: number }
  | { refusal: XlsxRefusalCode }
  | { limit: keyof CsvLimits; line: number }

/** Reads a file: each row becomes a line of JSON, its number followed by its cells. */
export async function run({ bytes, limits, textLimit }: XlsxRequest): Promise<XlsxOutcome> {
  try {
    const zip = await openZip(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), zipLimits)
    const { sheet, sheetCount, sharedStrings, shapes, is1904 } = await readWorkbook(zip)
    const strings =
      sharedStrings === undefined
        ? undefined
        : await readSharedStrings(zip.read(sharedStrings), { ...stringLimits, length: limits.cellLength })
    const lines = createLines(textLimit)
    const onRow = (line: number, cells: readonly string[]) =>
      lines.add(`${JSON.stringify([line, ...cells])}\n`)
    await readSheet(zip.read(sheet.part), { strings, shapes, is1904, limits, onRow })
    return { rows: lines.finish(), sheet: sheet.name, sheetCount }
  } catch (error) {
    if (error instanceof XlsxRefusal) return { refusal: error.code }
    if (error instanceof CsvLimitError) return { limit: error.limit, line: error.line }
    throw error
  }
}

function createLines(limit: number) {
  const encoded: Buffer[] = []
  let [pending, size] = ['', 0]
  function flush(): void {
    const bytes = Buffer.from(pending)
    size += bytes.length
    if (size > limit) throw new XlsxRefusal('import_too_large_unpacked', 'too much text')
    encoded.push(bytes)
    pending = ''
  }
  return {
    add(line: string): void {
      pending += line
      if (pending.length > encodedAtOnce) flush()
    },
    /** A copy: of a part of a buffer, all of the buffer would be sent. */
    finish(): Uint8Array {
      flush()
      return new Uint8Array(Buffer.concat(encoded))
    },
  }
}
