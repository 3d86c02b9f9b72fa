import { defineWorkerTask, WorkerLimitError, type WorkerPool } from '#platform/worker-pool.ts'
import { Problem } from '#shared/problem.ts'
import { type CleanText, cleanRichText } from './sanitize.ts'
import type { run } from './sanitize-worker.ts'

/** Characters beyond which a text is sanitised in the worker pool, so that nobody else waits for it. */
const workerSize = 50_000

const task = defineWorkerTask<typeof run>({
  file: new URL('sanitize-worker.ts', import.meta.url),
  limit: 4_000,
})

/**
 * Creates the function that sanitises texts of any length.
 * @throws {Problem} 422 for a text that takes too much time or memory, 503 when too many wait
 */
export function createSanitizer(workers: Pick<WorkerPool, 'run'>) {
  return async (html: string): Promise<CleanText> => {
    if (html.length <= workerSize) return cleanRichText(html)
    try {
      return await workers.run(task, html)
    } catch (error) {
      if (!(error instanceof WorkerLimitError)) throw error
      const fields = [{ field: 'content', code: 'too_many_elements' }]
      throw new Problem('validation_failed', 422, { fields })
    }
  }
}
export type Sanitizer = ReturnType<typeof createSanitizer>
