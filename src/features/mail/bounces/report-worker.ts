import { type BounceReport, readReport } from './report.ts'

/** Reads a returned message in a worker thread: it comes from a stranger. */
export function run(raw: Uint8Array): Promise<BounceReport | undefined> {
  return readReport(raw)
}
