import { setImmediate } from 'node:timers/promises'
import { findFileKind } from '#features/early-adopters/transfer/xlsx/file-kind.ts'
import { XlsxRefusal } from '#features/early-adopters/transfer/xlsx/refusal.ts'
import { readXlsx } from '#features/early-adopters/transfer/xlsx/xlsx.ts'
import type { WorkerPool } from '#platform/worker-pool.ts'
import {
  CsvLimitError,
  type CsvLimits,
  type CsvLine,
  guessSeparator,
  scanCsv,
} from '#shared/files/csv-lines.ts'
import type { Language } from '#shared/languages.ts'
import { Problem } from '#shared/problem.ts'

const linesAtOnce = 500

/** The largest imported file; the header line counts as a row. */
export const importLimits: CsvLimits = { rows: 100_001, columns: 100, cellLength: 10_000 }

/** The encodings that Excel without UTF-8 uses, by language. */
const oldEncodings: Partial<Record<Language, string>> = {
  ru: 'windows-1251',
  ar: 'windows-1256',
  zh: 'gb18030',
}

/** An uploaded file within the limits. */
export interface ImportFile {
  /** Of a CSV file; `xlsx` for an XLSX file. */
  encoding: string
  /** The sheet that is read, when the workbook has several. */
  sheet: string | null
  /** Its lines in groups, with a pause for other requests between groups. Throws the signal's reason once it is aborted. */
  readGroups(): AsyncGenerator<CsvLine[], undefined>
}

interface OpenOptions {
  language: Language
  workers: Pick<WorkerPool, 'run'>
  signal?: AbortSignal
}

/**
 * Opens an uploaded file: CSV or XLSX, as its bytes say. It is read once from beginning to end, so that a file that
 * exceeds a limit is refused before anything is imported.
 * @throws {Problem} 422 when it cannot be read or exceeds a limit, 503 when too many XLSX files wait
 */
export async function openImportFile(bytes: Buffer, options: OpenOptions): Promise<ImportFile> {
  const kind = findFileKind(bytes)
  if (kind === 'encrypted') throw new Problem('import_encrypted', 422)
  if (kind === 'other') throw new Problem('import_file_kind', 422)
  try {
    return await (kind === 'xlsx' ? openXlsx(bytes, options) : openCsv(bytes, options))
  } catch (error) {
    if (error instanceof XlsxRefusal) throw new Problem(error.code, 422)
    throw error instanceof CsvLimitError ? describeLimit(error, options.language) : error
  }
}

async function openXlsx(bytes: Buffer, { workers, signal }: OpenOptions): Promise<ImportFile> {
  const sheet = await readXlsx(bytes, { workers, limits: importLimits, signal })
  return {
    encoding: 'xlsx',
    sheet: sheet.sheetCount > 1 ? sheet.name : null,
    readGroups: () => groupLines(sheet.readRows(), signal),
  }
}

async function openCsv(bytes: Buffer, { language, signal }: OpenOptions): Promise<ImportFile> {
  const { text, encoding } = decode(bytes, language)
  const separator = guessSeparator(text)
  const readGroups = () => groupLines(scanCsv(text, separator, importLimits), signal)
  for await (const _group of readGroups());
  return { encoding, sheet: null, readGroups }
}

function describeLimit({ limit, line }: CsvLimitError, language: Language): Problem {
  const codes = {
    rows: 'import_too_many_rows',
    columns: 'import_too_many_columns',
    cellLength: 'import_cell_too_long',
  }
  const most = { ...importLimits, rows: importLimits.rows - 1 }[limit]
  const format = new Intl.NumberFormat(language)
  return new Problem(codes[limit], 422, { params: { limit: format.format(most), line: format.format(line) } })
}

async function* groupLines(
  lines: Iterable<CsvLine | undefined>,
  signal: AbortSignal | undefined,
): AsyncGenerator<CsvLine[], undefined> {
  let group: CsvLine[] = []
  for (const line of lines) {
    if (line) group.push(line)
    if (line && group.length < linesAtOnce) continue
    if (group.length > 0) yield group
    group = []
    await setImmediate()
    signal?.throwIfAborted()
  }
  if (group.length > 0) yield group
}

/** The text of a file: UTF-8 or UTF-16 as it says, else what old programs write where that language is spoken. */
function decode(bytes: Buffer, language: Language): { text: string; encoding: string } {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe
  for (const encoding of [isUtf16 ? 'utf-16le' : 'utf-8', oldEncodings[language] ?? 'windows-1252']) {
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
      if (!text.includes('\0')) return { text, encoding }
    } catch {
      // Try the next encoding.
    }
  }
  throw new Problem('import_unreadable', 422)
}
