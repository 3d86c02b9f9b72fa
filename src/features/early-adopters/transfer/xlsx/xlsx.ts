import { z } from 'zod'
import { defineWorkerTask, WorkerLimitError, type WorkerPool } from '#platform/worker-pool.ts'
import { CsvLimitError, type CsvLimits, type CsvLine } from '#shared/files/csv-lines.ts'
import { XlsxRefusal } from './refusal.ts'
import type { run } from './xlsx-worker.ts'

const readFile = defineWorkerTask<typeof run>({
  file: new URL('xlsx-worker.ts', import.meta.url),
  // A hundred thousand rows take three seconds.
  limit: 30_000,
})
/** Bytes of all rows: twice what a CSV file may have. */
const textLimit = 20 * 1024 * 1024

/** The first visible sheet of a workbook. */
export interface XlsxSheet {
  name: string
  /** How many sheets the workbook has that are not hidden. */
  sheetCount: number
  /** Its rows that are not empty, as often as wanted. */
  readRows(): Generator<CsvLine, undefined>
}

interface XlsxOptions {
  workers: Pick<WorkerPool, 'run'>
  limits: CsvLimits
  signal?: AbortSignal | undefined
}

/**
 * Reads an XLSX file in the worker pool. Only its rows come back, as bytes.
 * @throws {XlsxRefusal}
 * @throws {CsvLimitError}
 * @throws {Problem} 503 when too many wait
 */
export async function readXlsx(bytes: Buffer, { workers, limits, signal }: XlsxOptions): Promise<XlsxSheet> {
  // A copy, because a worker is sent the whole underlying buffer.
  const input = { bytes: Uint8Array.from(bytes), limits, textLimit }
  const outcome = await workers.run(readFile, input, signal ? { signal } : {}).catch((error: unknown) => {
    if (!(error instanceof WorkerLimitError)) throw error
    throw new XlsxRefusal('import_too_large_unpacked', error.message, { cause: error })
  })
  if ('refusal' in outcome) throw new XlsxRefusal(outcome.refusal, 'refused in the worker')
  if ('limit' in outcome) throw new CsvLimitError(outcome.limit, outcome.line)
  const { rows, sheet, sheetCount } = outcome
  return { name: sheet, sheetCount, readRows: () => readRows(rows) }
}

const Row = z.tuple([z.number()], z.string())

function* readRows(rows: Uint8Array): Generator<CsvLine, undefined> {
  const bytes = Buffer.from(rows.buffer, rows.byteOffset, rows.byteLength)
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(10, at)
    const [line, ...cells] = Row.parse(JSON.parse(bytes.toString('utf8', at, end)))
    yield { line, cells }
    at = end + 1
  }
}
