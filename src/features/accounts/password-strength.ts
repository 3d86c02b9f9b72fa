import { defineWorkerTask, WorkerLimitError, type WorkerPool } from '#platform/worker-pool.ts'
import type { run } from './password-strength-worker.ts'

/** Whether a password is hard to guess, for somebody who knows some words of its owner. */
export type IsStrong = (password: string, words: string[]) => Promise<boolean>

const task = defineWorkerTask<typeof run>({
  file: new URL('password-strength-worker.ts', import.meta.url),
  limit: 4_000,
})

/** The estimate in a thread, whose dictionaries are gone with it: passwords are rarely chosen. */
export function createStrengthEstimate(workers: Pick<WorkerPool, 'run'>): IsStrong {
  return async (password, words) => {
    try {
      return await workers.run(task, { password, words })
    } catch (error) {
      if (!(error instanceof WorkerLimitError)) throw error
      return false
    }
  }
}

/** The estimate in this process, for commands, which end soon. */
export const estimateHere: IsStrong = async (password, words) => {
  const { run } = await import('./password-strength-worker.ts')
  return run({ password, words })
}
