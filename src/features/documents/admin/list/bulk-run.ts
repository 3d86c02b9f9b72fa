import type { BulkResult } from '#features/documents/contract.ts'

// So few at once that the progress is seen, and none waits for long.
const batchSize = 25

/** Does something to many documents, some at a time. `onProgress` hears how many are done. */
export async function runInBatches(
  ids: readonly string[],
  run: (part: string[]) => Promise<BulkResult>,
  onProgress: (done: number) => void,
): Promise<BulkResult> {
  const total: BulkResult = { success_count: 0, failed_count: 0, failures: [] }
  for (let start = 0; start < ids.length; start += batchSize) {
    onProgress(start)
    const { success_count, failed_count, failures } = await run(ids.slice(start, start + batchSize))
    total.success_count += success_count
    total.failed_count += failed_count
    total.failures.push(...failures)
  }
  onProgress(ids.length)
  return total
}
